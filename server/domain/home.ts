/** The parts of an address that tell homes apart. `country`: ISO 3166-1 alpha-2, of the company where the customer has none. */
export interface HomeAddress {
  country: string | null;
  zipcode: string | null;
  street: string | null;
  houseNumber: string | null;
  extension: string | null;
}

/**
 * One home, equal for all who live there; empty where the address does not name one. A postcode and a house number do so in the Netherlands alone: elsewhere a postcode
 * covers many streets. SQL: the function `home_of` (db/rules/shared.sql).
 */
export function homeOf({ country, zipcode, street, houseNumber, extension }: HomeAddress): string {
  const place = (country ?? "").toLowerCase();
  const postcode = (zipcode ?? "").replaceAll(" ", "").toLowerCase();
  const way = trimmed(street).replace(/ +/g, " ");
  const house = trimmed(houseNumber);
  const door = trimmed(extension);
  if (postcode === "") return "";
  if (place === "nl" && house !== "") return [place, postcode, house, door].join("/");
  const isNumbered = house !== "" || /[0-9]/.test(way);
  return way !== "" && isNumbered ? [place, postcode, trimmed(`${way} ${house}`), door].join("/") : "";
}

/** In small letters and without spaces around, as Postgres's `btrim` does. */
function trimmed(text: string | null): string {
  return (text ?? "").replace(/^ +| +$/g, "").toLowerCase();
}
