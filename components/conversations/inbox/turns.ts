import type { ListedConversation } from "@/server/desk/tickets/conversation";

type Entry = Pick<ListedConversation, "invoiceId" | "isReplyHeld">;

/**
 * Whose turn it is when one conversation is done: the one after it, else the one before, skipping those whose reply is on its way. `place` is
 * where it stood, for when it has left the list by now; -1: nowhere.
 */
export function nextInTurn<E extends Entry>(entries: E[], done: string, place: number): E | undefined {
  const at = entries.findIndex((entry) => entry.invoiceId === done);
  const before = entries.slice(0, at >= 0 ? at : Math.max(place, 0));
  const after = entries.slice(at >= 0 ? at + 1 : before.length);
  return [...after, ...before.reverse()].find((entry) => !entry.isReplyHeld);
}

/** Who stands next to a conversation, in either direction, or next to the place where it stood. Without either, the first one. */
export function neighbour<E extends Entry>(entries: E[], from: string | null | undefined, place: number, by: 1 | -1): E | undefined {
  const at = entries.findIndex((entry) => entry.invoiceId === from);
  if (at >= 0) return entries[at + by];
  return by > 0 ? entries[Math.max(place, 0)] : entries[place - 1];
}
