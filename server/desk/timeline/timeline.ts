import type { OutgoingMessage } from "@/db/schema/collections";
import type { Hold } from "@/db/schema/holds";
import type { InvoiceLine } from "@/db/schema/invoice-lines";
import type { Message } from "@/db/schema/messages";
import type { Ticket } from "@/db/schema/tickets";
import type { Author } from "@/server/desk/tickets/author";
import type { ConversationAct } from "@/server/desk/tickets/conversation";
import type { ArrangementEnd } from "@/server/domain/rules/arrangement";

/** Event on an invoice's account after its creation. */
export type AccountEventKind = "added" | "payment" | "chargeback" | "refund" | "fee" | "credit";

/** Latest notification about the invoice to one endpoint of the partner. */
export interface Notification {
  endpointId: string;
  /** The endpoint's description; without one, its host. */
  endpointName: string;
  deliveryId: string;
  /** False: not confirmed yet, and tried again. */
  isConfirmed: boolean;
}

/**
 * Outcome of a sent message: whether the mail server accepted it, if known. After a person has a message with unknown outcome sent again,
 * it is `sending_again`, and may then be refused, or cancelled because nothing is owed any longer.
 */
export const deliveries = ["sent", "unknown", "sending_again", "refused", "cancelled"] as const;
export type Delivery = (typeof deliveries)[number];

interface HeldEvent {
  hold: Hold["kind"];
  reason: string;
  until: string | null;
  /** Day on which the customer has promised to pay; null: the hold is no promise. */
  promisedOn: string | null;
  /** Whether staff withdrew a promise by this hold. */
  withdrawsPromise: boolean;
  /** Whether the promise, or the pause after its withdrawal, goes on after another hold has ended. */
  isResumed: boolean;
}

/** Why the bank took a payment back or rejected a debit: an ISO 20022 code or its own word, and its text. */
export interface BankReason {
  code: string | null;
  text: string | null;
}

/** A payment, or its return, of which the bank named only the day; the event's `at` is the time at which it was recorded, if that is known. */
export interface OnBankDay {
  /** The bank's day, such as `2026-11-20`. */
  day: string;
  isRecordedAtKnown: boolean;
  /** Person or key who recorded it; null: the service did, or a person who is not known any more. */
  byName: string | null;
}

/** An event of an invoice. Contains no texts: pages add them in the reader's language. */
export type TimelineEvent = { id: string; at: Date } & (
  | { kind: "created" | "transmitted" | "recipient_changed" | "due_day_moved" | "message_sent_again" | "resumed"; by: Author }
  | { kind: "instalments_agreed"; by: Author }
  | { kind: "instalments_ended"; because: ArrangementEnd | null; by: Author }
  | ({ kind: "held"; by: Author } & HeldEvent)
  | { kind: "retracted"; by: Author; reason: string | null }
  // `reason`: of a chargeback; null if the bank gave none. `onBankDay`: absent for events whose time is known.
  | ({ kind: AccountEventKind; lineType: InvoiceLine["type"]; reason: BankReason | null; onBankDay?: OnBankDay } & Pick<
      InvoiceLine,
      "amountCents" | "description" | "paymentMethod"
    >)
  // A direct debit before any booking, so without a line. `reportedAt`: when the bank made its report, by its clock; null if a person states it.
  | { kind: "debit_rejected"; amountCents: number; reason: BankReason | null; reportedAt: Date | null }
  | ({ kind: "undone"; byName: string | null } & Pick<InvoiceLine, "amountCents">)
  // `about` is null for messages that the service did not send on its own.
  | { kind: "message"; channel: Message["type"]; description: string; about: OutgoingMessage["kind"] | null; delivery: Delivery | null }
  | { kind: "page_opened" }
  | { kind: "message_refused"; about: OutgoingMessage["kind"]; why: "not_composed" | "not_taken" }
  | { kind: "ticket"; sender: Ticket["sender"]; by: Author }
  | { kind: "note"; by: Author }
  | { kind: ConversationAct; by: Author }
  | ({ kind: "notified" } & Notification)
);
