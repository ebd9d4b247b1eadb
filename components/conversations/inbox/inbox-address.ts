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
  /** Absent: the tab's usual order. */
  order: parseAsStringLiteral(["oldest", "newest"]),
  /** Invoice of the open conversation. */
  invoice: parseAsId,
  /** `facts`: shows the facts instead of the conversation, if there is no room for both. */
  pane: parseAsStringLiteral(["facts"]),
};

export type InboxAddress = inferParserType<typeof inboxAddress>;

export const loadInboxAddress = createLoader(inboxAddress);
export const writeInboxAddress = createSerializer(inboxAddress);

/** Returns the tab in support's inbox. It has no tab `with_support`: the tab of waiting conversations replaces it. */
export function supportTabOf(tab: InboxTab): Exclude<InboxTab, "with_support"> {
  return tab === "with_support" ? "unanswered" : tab;
}

/** Returns the filters and the order, in the form that the procedures of both desks take. */
export function filterAndOrderOf({ order, ...address }: InboxAddress) {
  return { ...filterOf(address), order };
}

/** Returns the filters without the order. An empty object if there are none, so that support's counts share the query of the sidebar. */
export function filterOf({ q, language, mine }: Pick<InboxAddress, "q" | "language" | "mine">) {
  return q || language || mine ? { search: q || null, language, mine: mine || null } : {};
}
