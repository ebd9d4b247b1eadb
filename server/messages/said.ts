import type { Database } from "@/db/client";
import type { Actor } from "@/server/actor";
import type { TransferCode } from "@/server/bank/transfers/transfer-code";
import type { StatedDebit } from "@/server/billing/debits/is-debit-still-so";
import type { IncludedInvoice, MentionedInvoice, Naming } from "./included-invoices";
import type { MailContent } from "./mail";

/** Values that a message states, which are stored when it is sent. */
export interface Effects {
  /** The due day, if this message is the first to state it; null: the due day stays as it is. */
  dueOn: string | null;
  /** The last day without a late-payment fee, as stated; null: no fee is mentioned. */
  graceUntil: string | null;
  /** Terms that the message states beside the fee, by `feeTermsOf`; null: it mentions no fee, or the law prescribes no terms. */
  feeTerms: string | null;
  /** The day to pay by, as stated; null: none is. */
  payBy: string | null;
  /** The other invoices that the message covers. */
  included: IncludedInvoice[];
  /** Invoices of the same payer that the message lists with their links, without asking for them. */
  mentioned: MentionedInvoice[];
  /** The shared late-payment fees that a household's reminder names; null for other messages. */
  naming: Naming | null;
  /** The direct debit that the message announces, as stated; null: none. */
  debit: StatedDebit | null;
}

/** The texts of a message, and its effects if it has any. */
export interface Said extends Pick<MailContent, "opening" | "facts" | "paragraphs">, Partial<Effects> {
  subject: string;
  /** Paragraphs between the opening and the link. */
  details?: string[];
  /** Whether the mail is about invoices of several people, so that it greets none of them by name. */
  isToSeveral?: boolean;
  /** Label of the link to the customer's page; undefined: "Open the page"; null: there is no such link. */
  label?: string | null;
  /** Invoice whose page the link opens; undefined: the message's own. */
  pageOf?: string | undefined;
  /** Rows of the invoices that the mail asks for together. */
  listed?: MailContent["listed"];
  /** Rows of the payer's other open invoices. */
  alsoOpen?: MailContent["alsoOpen"];
  /** Whether the mail invites the customer to reply, so that the sentence about questions is left out. */
  invitesReply?: boolean;
  /** Whether the mail is about a credit note, which it then never calls an invoice. */
  isOfCreditNote?: boolean;
  /** Picture of the transfer for a bank's app. */
  code?: TransferCode | undefined;
}

/** Returns the address of an invoice's page, for the links of a message. */
export type LinkTo = (db: Database, actor: Actor, invoiceId: string) => Promise<string>;

/** Joins the sentences that are not empty to one paragraph; no paragraph if all are empty. */
export function inOneParagraph(sentences: string[]): string[] {
  const said = sentences.filter((sentence) => sentence !== "");
  return said.length > 0 ? [said.join(" ")] : [];
}
