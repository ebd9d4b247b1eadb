import type { ListedConversation } from "@/server/desk/tickets/conversation";

type Entry = Pick<ListedConversation, "invoiceId" | "isReplyHeld">;

/**
 * Returns the conversation to open after `done`: the next, otherwise the previous one, skipping those with a held reply. If `done` has left
 * the list, `place` is its former position; -1 if unknown.
 */
export function nextInTurn<E extends Entry>(entries: E[], done: string, place: number): E | undefined {
  const at = entries.findIndex((entry) => entry.invoiceId === done);
  // If the conversation has left the list, the entry at its former position is the next one.
  const before = entries.slice(0, at >= 0 ? at : Math.max(place, 0));
  const after = entries.slice(at >= 0 ? at + 1 : before.length);
  return [...after, ...before.reverse()].find((entry) => !entry.isReplyHeld);
}

/**
 * Returns the neighbour of the conversation `from` in the given direction. If `from` has left the list, counts from `place`, its former
 * position. Without `from` and `place`, the downward neighbour is the first conversation, and there is no upward one.
 */
export function neighbour<E extends Entry>(entries: E[], from: string | null | undefined, place: number, by: 1 | -1): E | undefined {
  const at = entries.findIndex((entry) => entry.invoiceId === from);
  if (at >= 0) return entries[at + by];
  return by > 0 ? entries[Math.max(place, 0)] : entries[place - 1];
}
