import type { Recipient } from "./invoice";

type Contact = Partial<
  Pick<Recipient, "customerEmail" | "customerPhoneNumber" | "customerAddress1" | "customerZipcode" | "customerCity" | "customerCountryCode">
>;

/** By which channels a customer can be contacted. One is enough. */
export function channelsOf(contact: Contact): { email: boolean; phone: boolean; post: boolean } {
  return {
    email: given(contact.customerEmail),
    phone: given(contact.customerPhoneNumber),
    post: [contact.customerAddress1, contact.customerZipcode, contact.customerCity, contact.customerCountryCode].every(given),
  };
}

export function isReachable(contact: Contact): boolean {
  const { email, phone, post } = channelsOf(contact);
  return email || phone || post;
}

/** White space alone is nothing, and neither is what is no text: fields are asked about that were refused before. */
function given(text: unknown): boolean {
  return typeof text === "string" && text.trim() !== "";
}
