import { isCountry } from "@/server/domain/formats/countries";
import { isEmailAddress, isNothing, readIban, readText, refused, upperCase } from "@/server/platform/fields";
import type { Recipient } from "./invoice";

// How the fields of a recipient are read, whichever door they come in by.

/** An e-mail address, or nothing. */
export function readCustomerEmail(given: unknown): string | typeof refused {
  const text = readText(given);
  if (text === refused) return refused;
  const address = text.trim();
  return address === "" || isEmailAddress(address) ? address : refused;
}

/** No stricter: real clients send local and oddly written numbers. */
export function readCustomerPhone(given: unknown): string | typeof refused {
  const text = readText(given);
  return text !== refused && (text.trim() === "" || /\p{Nd}/u.test(text)) ? text : refused;
}

/** Usually a prefix like +31, kept as it came; a country's code is answered in capitals like every other. */
export function readPhoneCountry(given: unknown): string | typeof refused {
  const text = readText(given);
  return text !== refused && /^[a-z]{2}$/i.test(text) ? upperCase(text) : text;
}

/** A country of ISO 3166-1, or nothing. */
export function readCustomerCountry(given: unknown): string | typeof refused {
  const text = readText(given);
  if (text === refused) return refused;
  const code = upperCase(text);
  return code === "" || isCountry(code) ? code : refused;
}

/** Absent leaves what is there; nothing is refused. */
export function readCustomerLastName(given: unknown): string | undefined | typeof refused {
  if (given === undefined) return undefined;
  return isNothing(given) ? refused : readText(given);
}

/** The interface ignores a wrong IBAN; a person who types one is told. */
export function readTypedIban(given: unknown): string | null | undefined | typeof refused {
  if (given === undefined) return undefined;
  return isNothing(given) ? null : (readIban(given) ?? refused);
}

/** A recipient of whom nothing is known. */
export const emptyRecipient = {
  externalInvoiceNumber: "",
  reference: null,
  locale: null,
  directDebitIban: null,
  federationMembershipNumber: null,
  clubMembershipNumber: null,
  memberExternalId: null,
  externalMembershipNumber: null,
  customerPrefix: null,
  customerFirstName: null,
  customerInfix: null,
  customerLastName: "",
  customerOrganization: null,
  customerAddress1: null,
  customerAddress2: null,
  customerLocality: null,
  customerHouseNumber: null,
  customerHouseNumberExtension: null,
  customerState: null,
  customerZipcode: null,
  customerCity: null,
  customerCountryCode: null,
  customerEmail: null,
  customerPhoneNumber: null,
  customerPhoneCountryCode: null,
} satisfies Record<keyof Recipient, string | null>;
