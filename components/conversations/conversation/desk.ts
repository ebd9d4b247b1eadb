import { useMay } from "@/components/shell/reader-rights";
import type { Conversation } from "@/server/desk/tickets/conversation";

/** Desk at which conversations are worked on: the partner's own people, or support, who answer in the company's name. */
export type Desk = "partner" | "support";

/** Whether the reader may answer customers. Supporters always may. */
export function useMayAnswer(desk: Desk): boolean {
  return useMay("answer") || desk === "support";
}

/**
 * Whether the reader may act on the conversation now. Support can read a conversation that it archived, but must bring it back before
 * acting on it.
 */
export function useMayAct(desk: Desk, conversation: Pick<Conversation, "assignedToSupportAt"> | undefined): boolean {
  const mayAnswer = useMayAnswer(desk);
  return mayAnswer && (desk === "partner" || Boolean(conversation?.assignedToSupportAt));
}
