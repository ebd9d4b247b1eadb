/** Contact fields of a recipient. */
export interface Contact {
  customerEmail?: string | null;
  customerPhoneNumber?: string | null;
  customerAddress1?: string | null;
  customerZipcode?: string | null;
  customerCity?: string | null;
  customerCountryCode?: string | null;
}

/** Progress of an import's customers, as far as known: a message was sent, did not arrive, or the page was opened. */
export const progressSteps = ["written", "not_arrived", "opened"] as const;

export type ProgressStep = (typeof progressSteps)[number];

/** Ways to contact a customer, in order of preference; `nobody`: none. */
export const reaches = ["email", "sms", "letter", "nobody"] as const;

export type Reach = (typeof reaches)[number];

/**
 * Points to check before a transmission: customers without an e-mail address, who get no messages; customers with no contact at all, or
 * only a doubtful phone number; invoices without an account for direct debit, or with one but without a mandate.
 */
export const concerns = ["without_email", "nobody", "doubtful_phone", "without_iban", "without_mandate"] as const;

export type Concern = (typeof concerns)[number];

/** Returns the channels by which a customer can be contacted. One channel is enough (interface, section 5). */
export function channelsOf(contact: Contact): { email: boolean; phone: boolean; post: boolean } {
  return {
    email: isFilled(contact.customerEmail),
    phone: isFilled(contact.customerPhoneNumber),
    post: [contact.customerAddress1, contact.customerZipcode, contact.customerCity, contact.customerCountryCode].every(isFilled),
  };
}

/** Returns the preferred way to contact a customer. SQL: `reachedBy`. */
export function reachOf(contact: Contact): Reach {
  const { email, phone, post } = channelsOf(contact);
  if (email) return "email";
  if (phone) return "sms";
  return post ? "letter" : "nobody";
}

export function isReachable(contact: Contact): boolean {
  return reachOf(contact) !== "nobody";
}

/** Whether a value is text other than white space. Takes any value, because refused fields are passed in as well. */
function isFilled(text: unknown): boolean {
  return typeof text === "string" && text.trim() !== "";
}
