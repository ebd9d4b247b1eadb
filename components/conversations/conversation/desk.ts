import type { Conversation } from "@/server/desk/tickets/conversation";

/** Where conversations are worked on: by the partner's own people, or by support, who answer in the company's name. */
export type Desk = "partner" | "support";

/** Support can read what it has archived, but has to bring it back before it acts on it. */
export function mayAct(desk: Desk, { assignedToSupportAt }: Pick<Conversation, "assignedToSupportAt">): boolean {
  return desk === "partner" || assignedToSupportAt !== null;
}
