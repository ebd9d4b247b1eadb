import { useMay } from "@/components/shell/reader-rights";
import type { Conversation } from "@/server/desk/tickets/conversation";

/**
 * The desk at which people work on conversations: that of the partner's own people, or that of support, which answers in the company's
 * name.
 */
export type Desk = "partner" | "support";

/** Whether the reader may answer customers. Supporters always may. */
export function useMayAnswer(desk: Desk): boolean {
  return useMay("answer") || desk === "support";
}

/**
 * Whether the reader may act on the conversation now. Support can read a conversation that it has archived, but must reopen it before
 * acting on it.
 */
export function useMayAct(desk: Desk, conversation: Pick<Conversation, "assignedToSupportAt"> | undefined): boolean {
  const mayAnswer = useMayAnswer(desk);
  return mayAnswer && (desk === "partner" || Boolean(conversation?.assignedToSupportAt));
}
