import { toSepaText } from "./sepa-text";

/** Maximum length of an id in a payment file, in characters; banks transmit no more. */
export const LONGEST_PAIN_ID = 35;

/** Number of characters at the end of the id of a file of debits, and of its message id, with which the ids of its batches begin. */
export const SHARED_ID_LENGTH = 20;

/** Maximum number of debits in a file of this service, and of payments that are read in a report about a file. Banks take up to 99,999. */
export const MOST_IN_PAIN_FILE = 10_000;

/** Maximum lengths of names and of texts for the other party, in characters. */
const LONGEST_NAME = 70;
const LONGEST_TEXT = 140;

/** Maximum lengths of the parts of an address, in characters. */
const lengths = { street: 70, houseNumber: 16, zipcode: 16, city: 35 } as const;

/** A postal address by its parts; the country as ISO 3166-1 alpha-2. Parts may be absent or empty. */
export interface PainAddress {
  street?: string | null;
  houseNumber?: string | null;
  zipcode?: string | null;
  city: string | null;
  countryCode: string;
}

/** Returns the last 35 characters of a record's id. The dropped digits are a timestamp's high bits. */
export function painIdOf(id: string): string {
  return id.slice(-LONGEST_PAIN_ID);
}

/** Writes an element. The text needs no escaping: ids and codes contain no characters that XML reserves, and `toSepaText` leaves none. */
export function element(name: string, text: string): string {
  return `<${name}>${text}</${name}>`;
}

/** Formats cents as a decimal number, exactly. */
export function amountIn(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
}

/** Writes the time at which a file was created, in UTC. */
export function createdAtElement(createdAt: Date): string {
  return element("CreDtTm", createdAt.toISOString().slice(0, 19));
}

/** Writes a name of up to 70 characters. */
export function nameElement(name: string): string {
  return element("Nm", fitted(name, LONGEST_NAME) || "-");
}

/** Writes a bank by its BIC. Null: states that there is none; banks then find the bank by the account's IBAN. */
export function bankElement(bic: string | null): string {
  return `<FinInstnId>${bic ? element("BICFI", bic) : "<Othr><Id>NOTPROVIDED</Id></Othr>"}</FinInstnId>`;
}

/** Writes the text for the other party, of up to 140 characters. */
export function textElement(text: string): string {
  return `<RmtInf>${element("Ustrd", fitted(text, LONGEST_TEXT) || "-")}</RmtInf>`;
}

/**
 * Writes a structured address; banks have refused others since November 2026. Returns an empty text if the address lacks a city or a
 * country, which are mandatory.
 */
export function addressElement(address: PainAddress): string {
  if (!isPainAddress(address)) return "";
  const { street, houseNumber, zipcode, city, countryCode } = address;
  const parts = [
    partElement("StrtNm", street, lengths.street),
    partElement("BldgNb", houseNumber, lengths.houseNumber),
    partElement("PstCd", zipcode, lengths.zipcode),
    partElement("TwnNm", city, lengths.city),
    element("Ctry", countryCode),
  ];
  return `<PstlAdr>${parts.join("")}</PstlAdr>`;
}

/** Whether the address can be written: it has a city and a country. */
export function isPainAddress({ city, countryCode }: PainAddress): boolean {
  return fitted(city ?? "", lengths.city) !== "" && /^[A-Z]{2}$/.test(countryCode);
}

function partElement(name: string, part: string | null | undefined, length: number): string {
  const text = fitted(part ?? "", length);
  return text ? element(name, text) : "";
}

/** Whether the account is at a bank in the European Economic Area. Elsewhere, banks require postal addresses. */
export function isInEea(iban: string): boolean {
  return eeaCountries.has(iban.slice(0, 2));
}

/** Countries of the European Economic Area, as account numbers begin. */
export const eeaCountries: ReadonlySet<string> = new Set(
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK".split(" "),
);

/** Returns the text in the characters and the length that banks accept. */
function fitted(text: string, length: number): string {
  return toSepaText(text).slice(0, length).trim();
}
