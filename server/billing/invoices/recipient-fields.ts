import { isCountry } from "@/server/domain/formats/countries";
import { isEmailAddress, isNothing, readIban, readText, refused, upperCase } from "@/server/platform/fields";
import type { Recipient } from "./invoice";

// Rules for reading the fields of a recipient, shared by the interface and the portal.

/** Reads an e-mail address or empty text. */
export function readCustomerEmail(given: unknown): string | typeof refused {
  const text = readText(given);
  if (text === refused) return refused;
  const address = text.trim();
  return address === "" || isEmailAddress(address) ? address : refused;
}

/** Reads a phone number: text with a digit, or empty text. Not stricter, because real clients send local and oddly written numbers. */
export function readCustomerPhone(given: unknown): string | typeof refused {
  const text = readText(given);
  return text !== refused && (text.trim() === "" || /\p{Nd}/u.test(text)) ? text : refused;
}

/** Reads a phone number's country: usually a prefix like +31, stored as sent. A country code is returned in capitals. */
export function readPhoneCountry(given: unknown): string | typeof refused {
  const text = readText(given);
  return text !== refused && /^[a-z]{2}$/i.test(text) ? upperCase(text) : text;
}

/** Reads a country code of ISO 3166-1 or empty text. */
export function readCustomerCountry(given: unknown): string | typeof refused {
  const text = readText(given);
  if (text === refused) return refused;
  const code = upperCase(text);
  return code === "" || isCountry(code) ? code : refused;
}

/** Reads a last name. Returns undefined if it is absent, so that the stored name stays. Refuses empty text. */
export function readCustomerLastName(given: unknown): string | undefined | typeof refused {
  if (given === undefined) return undefined;
  return isNothing(given) ? refused : readText(given);
}

/** Reads an IBAN that a person enters, and refuses a wrong one. The interface ignores wrong ones. */
export function readTypedIban(given: unknown): string | null | undefined | typeof refused {
  if (given === undefined) return undefined;
  return isNothing(given) ? null : (readIban(given) ?? refused);
}

/** A recipient with all fields empty. */
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
