/** The part of a recipient that says how to reach them. */
export interface Contact {
  customerEmail?: string | null;
  customerPhoneNumber?: string | null;
  customerAddress1?: string | null;
  customerZipcode?: string | null;
  customerCity?: string | null;
  customerCountryCode?: string | null;
}

/** How far an import's customers have come, as far as is known: something was sent to them, did not arrive, was opened. */
export const progressSteps = ["written", "not_arrived", "opened"] as const;

export type ProgressStep = (typeof progressSteps)[number];

/** How a customer is contacted, in the order of preference; `nobody`: not at all. */
export const reaches = ["email", "sms", "letter", "nobody"] as const;

export type Reach = (typeof reaches)[number];

/** What to look at before transmitting: customers to whom nothing is sent, for want of an e-mail address; those who cannot be reached at all, or only by a doubtful phone number; invoices without direct debit. */
export const concerns = ["without_email", "nobody", "doubtful_phone", "without_iban"] as const;

export type Concern = (typeof concerns)[number];

/** The channels by which a customer can be contacted. One is enough (interface, section 5). */
export function channelsOf(contact: Contact): { email: boolean; phone: boolean; post: boolean } {
  return {
    email: isFilled(contact.customerEmail),
    phone: isFilled(contact.customerPhoneNumber),
    post: [contact.customerAddress1, contact.customerZipcode, contact.customerCity, contact.customerCountryCode].every(isFilled),
  };
}

/** SQL: `reachedBy`. */
export function reachOf(contact: Contact): Reach {
  const { email, phone, post } = channelsOf(contact);
  if (email) return "email";
  if (phone) return "sms";
  return post ? "letter" : "nobody";
}

export function isReachable(contact: Contact): boolean {
  return reachOf(contact) !== "nobody";
}

/** White space alone does not count. Takes any value, because refused fields are passed in as well. */
function isFilled(text: unknown): boolean {
  return typeof text === "string" && text.trim() !== "";
}
