import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { companies } from "@/db/schema/companies";
import { invoices } from "@/db/schema/invoices";
import { partners } from "@/db/schema/partners";
import { supportAssignments, type Ticket, tickets } from "@/db/schema/tickets";
import { customerName } from "@/server/billing/invoices/customer-name";
import type { ConversationCursor, ConversationPage, ListedConversation } from "./conversation";
import { isReplyLost } from "./reply-lost";

/** Maximum number of characters of a snippet. */
const SNIPPET_LENGTH = 200;

/**
 * Returns the query for the inbox entries at these positions. A position has `partner_id`, `invoice_id`, and its place in the list as `at`
 * and `id`. Made for a prepared statement: `positionValues` returns the values of its placeholders.
 */
export function listedConversations(db: Database, positions: SQL, order: SQL) {
  return db
    .select({
      invoiceId: invoices.id,
      invoiceNumber: invoices.invoiceNumber,
      customerName,
      companyId: invoices.companyId,
      companyName: companies.name,
      locale: invoices.locale,
      status: sql<Ticket["status"] | null>`case when open.since is not null then 'unanswered' when open.archived then 'archived'
        when not open.archived then 'answered' end`,
      lastBeginning: sql<string | null>`last.beginning`,
      lastSender: sql<Ticket["sender"] | null>`last.sender`,
      lastAt: moment(sql`last.created_at`),
      waitingSince: moment(sql`open.since`),
      assignedToSupportAt: supportAssignments.assignedAt,
      isObjected: sql<boolean>`exists (select from holds hold where hold.partner_id = position.partner_id
        and hold.invoice_id = position.invoice_id and hold.kind = 'objected' and hold.ended_at is null)`,
      isReplyLost,
      isReplyHeld: sql<boolean>`exists (select from held_replies held
        where held.partner_id = position.partner_id and held.invoice_id = position.invoice_id)`,
      hasDraft: sql<boolean>`exists (select from drafts draft where draft.partner_id = position.partner_id
        and draft.invoice_id = position.invoice_id and draft.author_id = ${sql.placeholder("readerId")}::text)`,
      isSandbox: partners.isSandbox,
      position: { at: sql`position.at`.mapWith(tickets.createdAt), id: sql<string>`position.id` },
    })
    .from(sql`(${positions}) position`)
    .innerJoin(invoices, sql`${invoices.partnerId} = position.partner_id and ${invoices.id} = position.invoice_id`)
    .innerJoin(companies, and(eq(companies.partnerId, invoices.partnerId), eq(companies.id, invoices.companyId)))
    .innerJoin(partners, eq(partners.id, invoices.partnerId))
    .leftJoin(supportAssignments, and(eq(supportAssignments.partnerId, invoices.partnerId), eq(supportAssignments.invoiceId, invoices.id)))
    .leftJoin(lastTicket, sql`true`)
    .innerJoin(openness, sql`true`)
    .orderBy(sql`position.at ${order}, position.id ${order}`);
}

/** `beginning` is longer than a snippet, in which white space is shortened. */
const lastTicket = sql`lateral (
  select left(ticket.message, 400) as beginning, ticket.sender, ticket.created_at
  from tickets ticket where ticket.partner_id = position.partner_id and ticket.invoice_id = position.invoice_id
  order by ticket.recorded_order desc limit 1
) last`;

const openness = sql`lateral (
  select min(ticket.created_at) filter (where ticket.status = 'unanswered') as since, bool_and(ticket.status = 'archived') as archived
  from tickets ticket where ticket.partner_id = position.partner_id and ticket.invoice_id = position.invoice_id
) open`;

const moment = (value: SQL): SQL<Date | null> => value.mapWith(tickets.createdAt) as SQL<Date | null>;

/**
 * Condition: the position is beyond the cursor, in the order of the list. The first page begins at an infinite time, so that the condition
 * is always a single range of an index.
 */
export function comesAfter(at: SQL, id: SQL, beyond: SQL): SQL {
  return sql`(${at}, ${id}) ${beyond} (${sql.placeholder("afterAt")}::timestamptz, ${sql.placeholder("afterId")}::text)`;
}

export interface Position {
  cursor?: ConversationCursor | null;
  /** From 1 to 100. */
  pageSize: number;
}

/** Limit of one row more than the page, which shows whether there is another page. */
export const atMost: SQL = sql`limit ${sql.placeholder("limit")}`;

export function positionValues({ cursor, pageSize }: Position, order: "oldest first" | "newest first", readerId: string | null) {
  const start = order === "oldest first" ? { afterAt: "-infinity", afterId: "" } : { afterAt: "infinity", afterId: "" };
  return { ...(cursor ? { afterAt: cursor.at.toISOString(), afterId: cursor.id } : start), limit: pageSize + 1, readerId };
}

type Row = Awaited<ReturnType<typeof listedConversations>>[number];

export function toPage(rows: Row[], { pageSize }: Position): ConversationPage {
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  return { entries: shown.map(toListed), nextCursor: rows.length > pageSize && last ? last.position : null };
}

function toListed({ position, lastBeginning, lastSender, lastAt, ...row }: Row): ListedConversation {
  const hasMessage = lastBeginning !== null && lastSender !== null && lastAt !== null;
  return { ...row, lastMessage: hasMessage ? { snippet: snippetOf(lastBeginning), sender: lastSender, at: lastAt } : null };
}

/** Returns the beginning of the text on one line, without cutting a character. */
function snippetOf(beginning: string): string {
  return [...beginning.replace(/\s+/g, " ").trim()].slice(0, SNIPPET_LENGTH).join("");
}
