import { createLoader, createSerializer, type inferParserType, parseAsStringLiteral } from "nuqs/server";
import { parseAsId } from "@/components/data/address";

export const statuses = ["unanswered", "answered", "archived"] as const;

/** What an inbox shows, as it stands in its address. */
export const inboxAddress = {
  status: parseAsStringLiteral(statuses).withDefault("unanswered"),
  company: parseAsId,
  /** Whose conversation is open. */
  invoice: parseAsId,
  /** Where there is no room for the facts beside the conversation: they are shown instead of it. */
  pane: parseAsStringLiteral(["facts"]),
};

export type InboxAddress = inferParserType<typeof inboxAddress>;

export const loadInboxAddress = createLoader(inboxAddress);
export const writeInboxAddress = createSerializer(inboxAddress);
