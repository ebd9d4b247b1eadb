/** Messages that collection sends, in the order of sending. */
export const messageKinds = ["request1", "request2", "reminder1", "reminder2", "reminder3"] as const;

export type MessageKind = (typeof messageKinds)[number];

export function isReminder(kind: MessageKind): boolean {
  return kind.startsWith("reminder");
}

/** Kinds of announcement to customers. Each is sent once per payment, refund, credit or amount. */
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
] as const;

export type AnnouncementKind = (typeof announcementKinds)[number];

export function isAnnouncement(kind: string): kind is AnnouncementKind {
  return announcementKinds.some((announced) => announced === kind);
}
