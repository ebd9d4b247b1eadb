import { and, eq, type SQL, sql } from "drizzle-orm";
import { invoices } from "@/db/schema/invoices";
import { searchTerms } from "@/server/billing/invoices/search-terms";
import type { Locale } from "@/server/domain/formats/locales";
import { type InboxTab, usualOrder } from "@/server/domain/rules/inbox-tabs";

/** Filters and order of an inbox. An absent field does not filter. */
export interface Narrowing {
  /** Words that must all occur in the invoice's fields: see `search-terms.ts`. */
  search?: string | null;
  /** The customer's language. */
  language?: Locale | null;
  /** Only conversations in which the reader wrote a reply or a note. */
  mine?: boolean | null;
  /** Order by the time of the waiting question or of the last message. Default: `usualOrder`. */
  order?: "oldest" | "newest" | null;
}

/** Direction in which an index is read for an inbox. */
export interface Direction {
  order: SQL;
  beyond: SQL;
  start: "oldest first" | "newest first";
}

const oldestFirst: Direction = { order: sql`asc`, beyond: sql`>`, start: "oldest first" };
const newestFirst: Direction = { order: sql`desc`, beyond: sql`<`, start: "newest first" };

export function directionOf(tab: InboxTab, order: Narrowing["order"] = null): Direction {
  return (order ?? usualOrder[tab]) === "oldest" ? oldestFirst : newestFirst;
}

/** Whether the inbox is filtered, or its order was chosen by the reader. */
export function isNarrowed(narrowing: Narrowing): boolean {
  return isFiltered(narrowing) || Boolean(narrowing.order);
}

/** Whether the filter may exclude conversations. */
export function isFiltered({ search, language, mine }: Narrowing): boolean {
  return Boolean(search?.trim() || language || mine);
}

/** Condition: the conversation matches the filters. `row` has the columns `partner_id` and `invoice_id`. */
export function matchesNarrowing(row: SQL, { search, language, mine }: Narrowing, readerId: string | null): SQL {
  const ofInvoice = and(
    sql`${invoices.partnerId} = ${row}.partner_id and ${invoices.id} = ${row}.invoice_id`,
    language ? eq(invoices.locale, language) : undefined,
    ...searchTerms(search ?? ""),
  );
  const isMine = sql`(exists (select from tickets own where own.partner_id = ${row}.partner_id and own.invoice_id = ${row}.invoice_id and own.author_id = ${readerId})
    or exists (select from notes own where own.partner_id = ${row}.partner_id and own.invoice_id = ${row}.invoice_id and own.author_id = ${readerId}))`;
  const isInvoiceFiltered = search?.trim() || language;
  return sql`${isInvoiceFiltered ? sql`exists (select from ${invoices} where ${ofInvoice})` : sql`true`} and ${mine ? isMine : sql`true`}`;
}
