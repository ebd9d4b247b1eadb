/** What a mail says. Plain text: it must look right in every mail program, and there is nothing in it to decorate. */
export interface MailText {
  subject: string;
  body: string;
}

interface Link {
  link: string;
}

/** Who did it, and for which partner. */
interface Inviter {
  inviter: string;
  partner: string;
}

/** An endpoint of the partner's for notifications, by what its people know it as, and where they find it. */
export interface EndpointMail extends Link {
  endpoint: string;
}

/** All that is written to the people of the portal, and to customers about their own details, in one language. */
export interface MailTexts {
  /** An invitation to the portal. The link works for 7 days. */
  invitation(values: Inviter & Link): MailText;
  /** The link works for an hour. */
  passwordReset(values: Link): MailText;
  /** A request for a new password by a person who has none. */
  signInWithOrganisation(values: Link): MailText;
  passwordChanged(values: Link): MailText;
  /** An invitation of an address that has an account elsewhere, which the inviter is not told. */
  addressInUse(values: Inviter): MailText;
  /** For so many hours every notification to an endpoint has failed. */
  endpointFailing(values: EndpointMail & { hours: number }): MailText;
  /** For 5 days every one has: nothing is sent to it any more. */
  endpointSwitchedOff(values: EndpointMail): MailText;
  /** It answered 410: nothing is sent to it any more. */
  endpointGone(values: EndpointMail): MailText;
  /** To the address that a customer had until now. What the new one is, is not its reader's to know. */
  customerAddressChanged(values: { company: string; invoiceNumber: number }): MailText;
}

/** Paragraphs, and a footer. */
export function letter(paragraphs: string[]): string {
  return `${paragraphs.join("\n\n")}\n\n-- \nInvoice Collection Service\n`;
}
