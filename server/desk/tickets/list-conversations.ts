import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { prepared } from "@/db/prepared";
import { isWithSupport } from "@/db/schema/tickets";
import { type Actor, visibleValues, withinCompany } from "@/server/actor";
import type { InboxTab } from "@/server/domain/rules/inbox-tabs";
import type { ConversationPage, ConversationStatus } from "./conversation";
import { atMost, comesAfter, listedConversations, type Position, positionValues, toPage } from "./listed-conversations";
import { type Direction, directionOf, isNarrowed, matchesNarrowing, type Narrowing } from "./narrow-conversations";

export interface ConversationFilter extends Position, Narrowing {
  status: InboxTab;
  companyId?: string | null;
}

/**
 * Lists one tab of the partner's inbox (`inboxTabOf`): one entry for each invoice with tickets. In the tabs "unanswered" and "with
 * support", longest waiting first; otherwise newest message first. The reader can choose the other order (`order`).
 */
export async function listConversations(db: Database, actor: Actor, filter: ConversationFilter): Promise<ConversationPage> {
  const visible = visibleValues(withinCompany(actor, filter.companyId ?? null));
  const direction = directionOf(filter.status, filter.order);
  const values = { ...visible, ...positionValues(filter, direction.start, actor.id) };
  if (isNarrowed(filter)) return toPage(await narrowedPage(db, actor, filter).execute(values), filter);
  const statement = visible.companyIds === null ? pages[filter.status] : pagesOfCompanies[filter.status];
  return toPage(await statement(db).execute(values), filter);
}

/**
 * Returns the statement for a page of a narrowed inbox. It is built for each search instead of prepared once, so that Postgres plans it for the
 * search's words: for a rare name by the index of names, for a frequent one along the list.
 */
function narrowedPage(db: Database, actor: Actor, filter: ConversationFilter) {
  const direction = directionOf(filter.status, filter.order);
  const companyIds = sql`${sql.placeholder("companyIds")}::text[]`;
  const matching = (row: SQL) =>
    sql`and (${companyIds} is null or ${row}.company_id = any(${companyIds})) and ${matchesNarrowing(row, filter, actor.id)}`;
  return listedConversations(db, walk(filter.status, matching, direction), direction.order).prepare("list_conversations_narrowed");
}

const pages = eachTab((tab) =>
  prepared((db) =>
    pageOf(
      db,
      tab,
      walk(tab, () => sql``, directionOf(tab)),
    ).prepare(`list_conversations_${tab}`),
  ),
);

/** Reads each company's part of an index separately, so that tickets of other companies cost nothing. */
const pagesOfCompanies = eachTab((tab) =>
  prepared((db) => {
    const { order } = directionOf(tab);
    const positions = sql`select walk.* from unnest(${sql.placeholder("companyIds")}::text[]) company (id)
      cross join lateral (${walk(tab, (row) => sql`and ${row}.company_id = company.id`, directionOf(tab))}) walk
      order by walk.at ${order}, walk.id ${order} ${atMost}`;
    return pageOf(db, tab, positions).prepare(`list_conversations_of_companies_${tab}`);
  }),
);

function pageOf(db: Database, tab: InboxTab, positions: SQL) {
  return listedConversations(db, positions, directionOf(tab).order);
}

/** Returns the query for the positions of a page's conversations, read along an index in the order of the list. */
function walk(tab: InboxTab, condition: (row: SQL) => SQL, direction: Direction): SQL {
  return tab === "with_support" ? walkAssignments(condition, direction) : walkTickets(tab, condition, direction);
}

/** Reads an index on tickets of one status, and takes one ticket per conversation. */
function walkTickets(status: ConversationStatus, condition: (row: SQL) => SQL, { order, beyond }: Direction): SQL {
  return sql`select ticket.partner_id, ticket.invoice_id, ticket.created_at as at, ticket.id
    from tickets ticket
    where ticket.partner_id = ${sql.placeholder("partnerId")} ${condition(sql`ticket`)} and ticket.status = ${sql.raw(`'${status}'`)}
      and ${comesAfter(sql`ticket.created_at`, sql`ticket.id`, beyond)} and ${standsForConversation[status]}
      and not ${isWithSupport(sql`ticket`)}
    order by ticket.created_at ${order}, ticket.id ${order} ${atMost}`;
}

/** Reads and sorts all conversations with support, because there are few. */
function walkAssignments(condition: (row: SQL) => SQL, { order, beyond }: Direction): SQL {
  return sql`select assigned.partner_id, assigned.invoice_id, assigned.assigned_at as at, assigned.invoice_id as id
    from support_assignments assigned
    where assigned.partner_id = ${sql.placeholder("partnerId")} ${condition(sql`assigned`)}
      and ${comesAfter(sql`assigned.assigned_at`, sql`assigned.invoice_id`, beyond)}
    order by assigned.assigned_at ${order}, assigned.invoice_id ${order} ${atMost}`;
}

/** `offset 0` makes the planner check one ticket at a time, instead of first comparing all tickets with all others. */
const noOther = (condition: SQL) => sql`not exists (select from tickets other
  where other.partner_id = ticket.partner_id and other.invoice_id = ticket.invoice_id and ${condition} offset 0)`;
const isLast = noOther(sql`other.recorded_order > ticket.recorded_order`);

/** Condition: the ticket is the one that stands for its conversation in the list of this status. */
const standsForConversation: Record<ConversationStatus, SQL> = {
  unanswered: noOther(sql`other.status = 'unanswered' and (other.created_at, other.id) < (ticket.created_at, ticket.id)`),
  answered: sql`${isLast} and ${noOther(sql`other.status = 'unanswered'`)}`,
  // After an archiving no ticket is open, so the last ticket's status is the conversation's.
  archived: isLast,
};

function eachTab<Made>(make: (tab: InboxTab) => Made): Record<InboxTab, Made> {
  return {
    unanswered: make("unanswered"),
    with_support: make("with_support"),
    answered: make("answered"),
    archived: make("archived"),
  };
}
