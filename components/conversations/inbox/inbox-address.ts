import { createLoader, createSerializer, type inferParserType, parseAsBoolean, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { parseAsId } from "@/components/data/address";
import { locales } from "@/server/domain/formats/locales";
import { type InboxTab, inboxTabs } from "@/server/domain/rules/inbox-tabs";

/** State of an inbox in its URL. */
export const inboxAddress = {
  status: parseAsStringLiteral(inboxTabs).withDefault("unanswered"),
  company: parseAsId,
  /** Search text. */
  q: parseAsString.withDefault(""),
  language: parseAsStringLiteral(locales),
  /** Whether to list only conversations in which the reader wrote. */
  mine: parseAsBoolean.withDefault(false),
  order: parseAsStringLiteral(["oldest", "newest"]),
  /** Invoice of the open conversation. */
  invoice: parseAsId,
  /** `facts`: shows the facts instead of the conversation, if both do not fit. */
  pane: parseAsStringLiteral(["facts"]),
};

export type InboxAddress = inferParserType<typeof inboxAddress>;

export const loadInboxAddress = createLoader(inboxAddress);
export const writeInboxAddress = createSerializer(inboxAddress);

/** Returns the tab in support's inbox, which has no tab `with_support`. For that one, returns the tab of waiting conversations. */
export function supportTabOf(tab: InboxTab): Exclude<InboxTab, "with_support"> {
  return tab === "with_support" ? "unanswered" : tab;
}

/** Filters in the form that the procedures of both desks take. */
export function narrowingOf({ order, ...address }: InboxAddress) {
  return { ...filterOf(address), order };
}

/** Filters that exclude conversations, without the order. Empty if there are none, to equal the query of the menu's counts. */
export function filterOf({ q, language, mine }: Pick<InboxAddress, "q" | "language" | "mine">) {
  return q || language || mine ? { search: q || null, language, mine: mine || null } : {};
}
