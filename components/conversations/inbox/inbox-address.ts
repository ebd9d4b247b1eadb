import { createLoader, createSerializer, type inferParserType, parseAsBoolean, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { parseAsId } from "@/components/data/address";
import { type InboxTab, inboxTabs } from "@/server/domain/inbox-tabs";
import { locales } from "@/server/domain/locales";

/** What an inbox shows, as it stands in its address. */
export const inboxAddress = {
  status: parseAsStringLiteral(inboxTabs).withDefault("unanswered"),
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

/** Support's inbox has no tab of what is with support: an address that names it shows what waits. */
export function supportTabOf(tab: InboxTab): Exclude<InboxTab, "with_support"> {
  return tab === "with_support" ? "unanswered" : tab;
}

/** As the procedures of both desks take it. */
export function narrowingOf({ order, ...address }: InboxAddress) {
  return { ...filterOf(address), order };
}

/** The filters that leave conversations out, without their order; empty where nothing does, as the counts in the menu are asked for. */
export function filterOf({ q, language, mine }: Pick<InboxAddress, "q" | "language" | "mine">) {
  return q || language || mine ? { search: q || null, language, mine: mine || null } : {};
}
