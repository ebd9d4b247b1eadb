import type { Company } from "@/db/schema/companies";
import type { Import } from "@/db/schema/imports";
import type { Account } from "@/server/domain/rules/account";
import type { MisnamedLines } from "@/server/domain/words/line-names";
import type { OpenAccountChange } from "./account-changes";
import type { PresentHold } from "./find-hold";
import type { PaymentAtDesk } from "./find-payment-at-desk";
import type { InvoiceDetails } from "./invoice";

/** An invoice as people look at it: with whose it is, where it came from, and how its account adds up. */
export interface InvoiceRecord
  extends Omit<InvoiceDetails, "messages" | "tickets" | "amountTotalCents" | "amountBilledCents">,
    MisnamedLines {
  /** The partner's clock, by which days are counted. */
  now: Date;
  /** In one line, as lists show it. */
  customerName: string;
  companyName: Company["name"];
  companyCountryCode: Company["countryCode"];
  currency: Company["currency"];
  importTitle: Import["title"];
  /** Null: not yet. */
  transmittedAt: Date | null;
  /** The day by which it is to be paid. Null: not transmitted. */
  dueOn: string | null;
  isPaymentInProgress: boolean;
  /** It is outstanding, and no message has reached its customer. */
  isNotAsked: boolean;
  /** Why nothing is demanded now; null: nothing holds it back. */
  hold: PresentHold | null;
  /** A payment at the desk that is probably this invoice's: nothing is demanded until somebody decides. Null: there is none. */
  atDesk: PaymentAtDesk | null;
  account: Account;
  /** Null: the account number is as good as the rest. */
  accountChange: OpenAccountChange | null;
  /** Identifies the recipient as it was read, to detect concurrent edits. */
  recipientVersion: string;
}
