/** Address fields that identify a home. `country`: ISO 3166-1 alpha-2; the company's if the customer has none. */
export interface HomeAddress {
  country: string | null;
  zipcode: string | null;
  street: string | null;
  houseNumber: string | null;
  extension: string | null;
}

/**
 * Returns a key that is equal for everybody who lives at one home; empty if the address identifies none. A postcode and a house number are
 * enough in the Netherlands only: elsewhere a postcode covers many streets. SQL: the function `home_of` (db/rules/shared.sql).
 */
export function homeOf({ country, zipcode, street, houseNumber, extension }: HomeAddress): string {
  const countryCode = (country ?? "").toLowerCase();
  const postcode = (zipcode ?? "").replaceAll(" ", "").toLowerCase();
  const streetName = trimmed(street).replace(/ +/g, " ");
  const house = trimmed(houseNumber);
  const door = trimmed(extension);
  if (postcode === "") return "";
  if (countryCode === "nl" && house !== "") return [countryCode, postcode, house, door].join("/");
  const isNumbered = house !== "" || /[0-9]/.test(streetName);
  return streetName !== "" && isNumbered ? [countryCode, postcode, trimmed(`${streetName} ${house}`), door].join("/") : "";
}

/** Returns the text in lower case without surrounding spaces, as Postgres's `btrim` does. */
function trimmed(text: string | null): string {
  return (text ?? "").replace(/^ +| +$/g, "").toLowerCase();
}
