import type { CollectionSettings } from "@/db/schema/collection-settings";
import type { DebitFacts } from "@/server/billing/debits/debit-facts";
import type { InstalmentFacts } from "@/server/billing/instalments/instalment-facts";
import type { MessageKind } from "@/server/domain/rules/collection-messages";
import type { FeePayer } from "@/server/domain/rules/late-fee-rules";
import type { FeeClaim } from "@/server/domain/rules/shared-late-fee";
import type { CollectedLine } from "./returned-payment";

/** Facts that determine the plan of a transmitted invoice. */
export interface CollectedInvoice {
  settings: CollectionSettings;
  transmittedAt: Date;
  /** Null: the import's due day applies. */
  dueOn: string | null;
  retractedAt: Date | null;
  /** Whether the customer has an e-mail address. Without one, no messages are sent, and no fees are charged for not reacting to them. */
  hasEmail: boolean;
  isPaymentInProgress: boolean;
  /** Facts about the payer that decide which late-payment fee is legal. */
  payer: FeePayer;
  /** When the last payment failed or was charged back. */
  lastFailedAt: Date | null;
  /**
   * Hold during which nothing is demanded: by staff, by the customer, or by a payment at the desk that is probably for this invoice.
   * `until` is its last day; null if the hold has no end yet. Null if there was no hold, or it was lifted.
   */
  hold: { until: string | null } | null;
  /** In recorded order. */
  lines: CollectedLine[];
  /** Messages of the plan that were sent or are in progress. */
  messages: SentMessage[];
  /** Latest day to pay by that a mail about a returned payment named, such as `2026-11-20`; null if none did. */
  returnNamed: string | null;
  /** Latest day to pay by that a mail in place of a direct debit named: the debit failed, or was taken out. Null if none did. */
  insteadNamed: string | null;
  /** Latest day to pay by that any mail named, such as `2026-11-20`; null if none did. */
  namedUntil: string | null;
  /** Whether the note before the late-payment fee was queued. An invoice has one note at most. */
  isFeeNoted: boolean;
  /** Late-payment fee shared with other invoices, because one reminder asks for all of them; null if the invoice shares none. */
  sharedFee: SharedFee | null;
  /** Facts about collecting the invoice by direct debit; null if its import collects none. */
  debit: DebitFacts | null;
  /** The newest plan of instalments; null if none was agreed on. */
  instalments: InstalmentFacts | null;
}

/** One late-payment fee for several invoices of a payer. It stands on one of them. */
export type SharedFee =
  /** The fee stands on this invoice. `others`: the claims of the other invoices. */
  | { isElsewhere: false; others: ClaimOfMail[] }
  /** `bearer`: the invoice with the fee; null if it is no longer of the same household. */
  | { isElsewhere: true; bearer: FeeBearer | null };

/** Another invoice that the reminder asks for. */
export interface ClaimOfMail extends FeeClaim {
  hold: CollectedInvoice["hold"];
  /** Last day of the time to pay again after a returned payment; null without one. */
  returnedUntil: string | null;
}

/** Invoice with a shared late-payment fee. */
export interface FeeBearer {
  id: string;
  externalInvoiceNumber: string;
  collected: CollectedInvoice;
}

/** A message of the plan that was sent or is in progress. */
export interface SentMessage {
  kind: MessageKind;
  /** Number of chargebacks that had started the reminders again before this message. */
  round: number;
  at: Date;
  /** State at the customer's mail server: accepted (`left`), possibly still accepted (`going`), or lost. */
  fate: "left" | "going" | "lost";
  /** The last day without a late-payment fee, as the message states it. Null if it states none or is not written yet. */
  graceUntil: string | null;
}
