import { useMay } from "@/components/shell/reader-rights";
import type { Conversation } from "@/server/desk/tickets/conversation";

/** Where conversations are worked on: by the partner's own people, or by support, who answer in the company's name. */
export type Desk = "partner" | "support";

/** Whether the reader answers customers at all. Support's people always do. */
export function useMayAnswer(desk: Desk): boolean {
  return useMay("answer") || desk === "support";
}

/** Whether the reader may act on the conversation as it stands. Support can read what it has archived, but has to bring it back before it acts on it. */
export function useMayAct(desk: Desk, conversation: Pick<Conversation, "assignedToSupportAt"> | undefined): boolean {
  const mayAnswer = useMayAnswer(desk);
  return mayAnswer && (desk === "partner" || Boolean(conversation?.assignedToSupportAt));
}
