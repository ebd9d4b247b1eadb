import type { Database } from "@/db/client";
import type { Actor } from "@/server/actor";
import type { TransferCode } from "@/server/bank/transfers/transfer-code";
import type { StatedDebit } from "@/server/billing/debits/is-debit-still-so";
import type { IncludedInvoice, MentionedInvoice, Naming } from "./included-invoices";
import type { MailContent } from "./mail";

/** Changes that take effect when a message is sent. */
export interface Effects {
  /** The due day, if the customer learns it from this message; null: an earlier one, or the import's, stays. */
  dueOn: string | null;
  /** The last day without a late-payment fee, as stated; null: no fee is mentioned. */
  graceUntil: string | null;
  /** Terms that it states beside the fee, by `feeTermsOf`; null: it mentions no fee, or the law prescribes none. */
  feeTerms: string | null;
  /** The day to pay by, as stated; null: none is. */
  payBy: string | null;
  /** The other invoices that it covers. */
  included: IncludedInvoice[];
  /** Invoices of the same payer that it lists with their links, without asking for them. */
  mentioned: MentionedInvoice[];
  /** Late-payment fees of a household's reminder; null for other messages. */
  naming: Naming | null;
  /** The direct debit that it announces, as stated; null: none. */
  debit: StatedDebit | null;
}

/** The texts of a message, and its effects if it has any. */
export interface Said extends Pick<MailContent, "opening" | "facts" | "paragraphs">, Partial<Effects> {
  subject: string;
  /** Paragraphs between the opening and the link. */
  details?: string[];
  /** Whether the mail is about invoices of several people, so that it greets none of them by name. */
  isToSeveral?: boolean;
  /** Label of the link to the customer's page; undefined: it only opens the page; null: there is no such link. */
  label?: string | null;
  /** Invoice whose page the link opens; undefined: the message's own. */
  pageOf?: string | undefined;
  /** The invoices that it asks for together. */
  listed?: MailContent["listed"];
  alsoOpen?: MailContent["alsoOpen"];
  /** Whether it invites the customer to reply, so that the sentence about questions is left out. */
  invitesReply?: boolean;
  /** Picture of the transfer for a bank's app. */
  code?: TransferCode | undefined;
}

/** Returns the address of an invoice's page, for the links of a message. */
export type LinkTo = (db: Database, actor: Actor, invoiceId: string) => Promise<string>;

/** Joins sentences, some of which may be empty, to one paragraph; none if all are. */
export function inOneParagraph(sentences: string[]): string[] {
  const said = sentences.filter((sentence) => sentence !== "");
  return said.length > 0 ? [said.join(" ")] : [];
}
