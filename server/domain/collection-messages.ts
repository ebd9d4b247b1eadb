/** The messages that collection sends, in the order in which they leave. */
export const messageKinds = ["request1", "request2", "reminder1", "reminder2", "reminder3"] as const;

export type MessageKind = (typeof messageKinds)[number];

export function isReminder(kind: MessageKind): boolean {
  return kind.startsWith("reminder");
}
