/** The tabs of the partner's inbox, in their order. Support's inbox has all but `with_support`: the conversations in it are its own. */
export const inboxTabs = ["unanswered", "with_support", "answered", "archived"] as const;

export type InboxTab = (typeof inboxTabs)[number];

/** Which conversations a tab shows first: those that wait longest, or those in which something was said last. */
export const usualOrder: Record<InboxTab, "oldest" | "newest"> = {
  unanswered: "oldest",
  with_support: "oldest",
  answered: "newest",
  archived: "newest",
};

/**
 * The one tab of the partner's inbox that holds a conversation. What support has waits for support, not for the partner. Null if nothing was
 * said. In SQL: `isWithSupport` and `waitsForCompany` (db/schema/tickets.ts).
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
