/** Parts of a postal address, as they are stored. */
interface PostalAddress {
  street: string | null;
  houseNumber: string | null;
  /** Second line, such as a floor. */
  second: string | null;
  zipcode: string | null;
  city: string | null;
  /** ISO 3166-1 alpha-2, which decides the order. */
  country: string | null;
}

/** Countries that write the house number before the street, by the addressing systems of the Universal Postal Union. */
const NUMBER_FIRST = ["FR", "GB", "IE", "LU"];
/** Countries that write the postcode after the town. */
const ZIPCODE_LAST = ["GB", "IE"];

/** Returns the lines of an address, without empty ones. */
export function addressLines({ street, houseNumber, second, zipcode, city, country }: PostalAddress): string[] {
  const inOrder = (one: string | null, other: string | null, isTurned: boolean) =>
    (isTurned ? [other, one] : [one, other]).flatMap((part) => part?.trim() || []).join(" ");
  const code = country?.trim().toUpperCase() ?? "";
  const lines = [
    inOrder(street, houseNumber, NUMBER_FIRST.includes(code)),
    second?.trim() ?? "",
    inOrder(zipcode, city, ZIPCODE_LAST.includes(code)),
  ];
  return lines.filter((line) => line !== "");
}
