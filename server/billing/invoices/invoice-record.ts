import type { Company } from "@/db/schema/companies";
import type { Import } from "@/db/schema/imports";
import type { Account } from "@/server/domain/rules/account";
import type { OpenAccountChange } from "./account-changes";
import type { OpenHold } from "./find-hold";
import type { MoneyOfLines } from "./find-money-of-lines";
import type { PaymentAtDesk } from "./find-payment-at-desk";
import type { InvoiceDetails } from "./invoice";

/** An invoice as people see it: with its company, its import, and the sums of its account. */
export interface InvoiceRecord
  extends Omit<InvoiceDetails, "messages" | "tickets" | "amountTotalCents" | "amountBilledCents">,
    MoneyOfLines {
  /** The partner's current time, from which days are counted. */
  now: Date;
  /** One line, as lists show it. */
  customerName: string;
  companyName: Company["name"];
  companyCountryCode: Company["countryCode"];
  currency: Company["currency"];
  importTitle: Import["title"];
  /** Null if not transmitted. */
  transmittedAt: Date | null;
  /** The due day; null if not transmitted. */
  dueOn: string | null;
  isPaymentInProgress: boolean;
  /** Whether something is outstanding, and no message has reached the customer. */
  isNotAsked: boolean;
  /** The hold in force now; null if there is none. */
  hold: OpenHold | null;
  /** A payment at the desk that is probably for this invoice; null if there is none. Until a person decides, the customer is not asked. */
  atDesk: PaymentAtDesk | null;
  account: Account;
  /** An unconfirmed account number; null if there is none. */
  accountChange: OpenAccountChange | null;
  /** Version of the recipient when it was read, to detect concurrent edits. */
  recipientVersion: string;
}
