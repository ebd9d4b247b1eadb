import { createLoader, createSerializer, type inferParserType, parseAsBoolean, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { parseAsId } from "@/components/data/address";
import { locales } from "@/server/domain/locales";

export const statuses = ["unanswered", "answered", "archived"] as const;

/** What an inbox shows, as it stands in its address. */
export const inboxAddress = {
  status: parseAsStringLiteral(statuses).withDefault("unanswered"),
  company: parseAsId,
  /** What is searched. */
  q: parseAsString.withDefault(""),
  language: parseAsStringLiteral(locales),
  /** Only what the reader took part in. */
  mine: parseAsBoolean.withDefault(false),
  order: parseAsStringLiteral(["oldest", "newest"]),
  /** Whose conversation is open. */
  invoice: parseAsId,
  /** Where there is no room for the facts beside the conversation: they are shown instead of it. */
  pane: parseAsStringLiteral(["facts"]),
};

export type InboxAddress = inferParserType<typeof inboxAddress>;

export const loadInboxAddress = createLoader(inboxAddress);
export const writeInboxAddress = createSerializer(inboxAddress);

/** As the procedures of both desks take it. */
export function narrowingOf({ order, ...address }: InboxAddress) {
  return { ...filterOf(address), order };
}

/** The filters that leave conversations out, without their order; empty where nothing does, as the counts in the menu are asked for. */
export function filterOf({ q, language, mine }: Pick<InboxAddress, "q" | "language" | "mine">) {
  return q || language || mine ? { search: q || null, language, mine: mine || null } : {};
}
