import type { TransferCode } from "@/server/customer-page/document/transfer-code";
import type { Carried } from "./carry";
import type { MailContent } from "./mail";

/** What a message changes once it leaves. */
export interface Effects {
  /** The due day that it tells the customer, who hears of none before it; null: what was told, or is the import's, stands. */
  dueOn: string | null;
  /** The last day without a late-payment fee, as it says; null: it names no fee. */
  graceUntil: string | null;
  /** The other invoices of which it speaks. */
  carried: Carried[];
}

/** The words of a message; what it changes where that is something. */
export interface Said extends Pick<MailContent, "opening" | "facts" | "paragraphs">, Partial<Effects> {
  subject: string;
  /** What the link to the customer's page is called; undefined: as one to its invoice alone. */
  label?: string;
  /** To the pages of the other invoices of which it speaks. */
  others?: MailContent["others"];
  /** Of the transfer, for a bank's app. */
  code?: TransferCode | undefined;
}
