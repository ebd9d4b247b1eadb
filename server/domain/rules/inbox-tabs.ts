/**
 * Tabs of the partner's inbox, in order. Support's inbox has all except `with_support`, because all conversations in it are with support.
 */
export const inboxTabs = ["unanswered", "with_support", "answered", "archived"] as const;

export type InboxTab = (typeof inboxTabs)[number];

/** Default order of each tab: longest waiting first, or newest message first. */
export const usualOrder: Record<InboxTab, "oldest" | "newest"> = {
  unanswered: "oldest",
  with_support: "oldest",
  answered: "newest",
  archived: "newest",
};

/**
 * Returns the tab of the partner's inbox that contains a conversation; null if there are no messages. A conversation with support waits for
 * support, not for the partner. In SQL: `isWithSupport` and `waitsForCompany` (db/schema/tickets.ts).
 */
export function inboxTabOf({
  status,
  assignedToSupportAt,
}: {
  status: "unanswered" | "answered" | "archived" | null;
  assignedToSupportAt: Date | null;
}): InboxTab | null {
  return assignedToSupportAt ? "with_support" : status;
}
