/** Messages that collection sends, in the order of sending. */
export const messageKinds = ["request1", "request2", "reminder1", "reminder2", "reminder3"] as const;

export type MessageKind = (typeof messageKinds)[number];

export type Reminder = Extract<MessageKind, `reminder${string}`>;

export function isReminder(kind: string): kind is Reminder {
  return kind.startsWith("reminder");
}

/** Short note before the last day without a late-payment fee. */
export const FEE_NOTE = "late_payment_fee_soon";

/** A part of a plan of instalments becomes due. */
export const PART_DUE = "part_due";
/** A part of a plan of instalments was not paid in time. */
export const PART_MISSED = "part_missed";
/** A missed part was added to the parts behind it. */
export const PARTS_SPREAD = "instalments_changed";
/** A missed part ended the plan, and all of the balance is due. */
export const PLAN_ENDED = "instalments_ended";

/** A customer has promised to pay on a day. */
export const DAY_PROMISED = "day_promised";
/** Staff have withdrawn that promise. */
export const PROMISE_WITHDRAWN = "promise_withdrawn";

/**
 * Kinds of announcement to customers. An announcement is sent once for each payment, refund, credit, amount or coming fee. That of a direct
 * debit is sent once for each day that it names, those of a plan of instalments once for each part.
 */
export const announcementKinds = [
  "payment_received",
  "payment_failed",
  "payment_returned",
  "booking_undone",
  "credited",
  "refunded",
  "amount_added",
  "withdrawn",
  "credit_note",
  FEE_NOTE,
  "debit_announced",
  "debit_cancelled",
  "instalments_agreed",
  PART_DUE,
  PART_MISSED,
  PARTS_SPREAD,
  PLAN_ENDED,
  DAY_PROMISED,
  PROMISE_WITHDRAWN,
] as const;

export type AnnouncementKind = (typeof announcementKinds)[number];

export function isAnnouncement(kind: string): kind is AnnouncementKind {
  return announcementKinds.some((announced) => announced === kind);
}

/** Messages that the plan of collection sends. They ask for payment, so they are sent only while the customer may be asked. */
const askingKinds = [...messageKinds, FEE_NOTE] as const;

export type AskingKind = (typeof askingKinds)[number];

/** Messages that the plan of collection sends, and the announcement of a direct debit, which takes their place. */
export const plannedKinds = [...askingKinds, "debit_announced"] as const;

export type PlannedKind = (typeof plannedKinds)[number];

export function isPlannedKind(kind: string): kind is PlannedKind {
  return plannedKinds.some((planned) => planned === kind);
}

/** Announcements of a plan of instalments that ask for a part. */
const partKinds = [PART_DUE, PART_MISSED] as const;

/**
 * Announcements of a plan of instalments that ask for a part, or for all that is left. They wait while a hold or the desk holds the invoice
 * back.
 */
export const askingForParts = [...partKinds, PLAN_ENDED] as const;

export function asksForPayment(kind: string): kind is AskingKind | (typeof askingForParts)[number] {
  return [...askingKinds, ...askingForParts].some((asking) => asking === kind);
}

/** Whether a message asks for a part of a plan of instalments. */
export function asksForPart(kind: string): kind is (typeof partKinds)[number] {
  return partKinds.some((asking) => asking === kind);
}

/** Whether a message asks for the whole balance, which nobody owes at once while a plan of instalments goes on. */
export function asksForAll(kind: string): kind is AskingKind {
  return askingKinds.some((asking) => asking === kind);
}
