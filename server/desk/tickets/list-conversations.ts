import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { prepared } from "@/db/prepared";
import { type Actor, lookingAt, visibleValues } from "@/server/actor";
import type { ConversationPage, ConversationStatus } from "./conversation";
import { atMost, comesAfter, listedConversations, type Position, positionValues, toPage } from "./listed-conversations";
import {
  type Direction,
  directionOf,
  isNarrowed,
  matchesNarrowing,
  type Narrowing,
  newestFirst,
  oldestFirst,
} from "./narrow-conversations";

export interface ConversationFilter extends Position, Narrowing {
  status: ConversationStatus;
  companyId?: string | null;
}

/** The partner's inbox: one entry for each invoice with tickets. What waits longest comes first; else what was said last. */
export async function listConversations(db: Database, actor: Actor, filter: ConversationFilter): Promise<ConversationPage> {
  const seen = visibleValues(lookingAt(actor, filter.companyId ?? null));
  const direction = directionOf(filter.order, directions[filter.status]);
  const values = { ...seen, ...positionValues(filter, direction.start, actor.id) };
  if (isNarrowed(filter)) return toPage(await narrowedPage(db, actor, filter).execute(values), filter);
  const statement = seen.companyIds === null ? pages[filter.status] : pagesOfCompanies[filter.status];
  return toPage(await statement(db).execute(values), filter);
}

/** Planned for what is looked for: a rare name by the index of names, a frequent one along the list. */
function narrowedPage(db: Database, actor: Actor, filter: ConversationFilter) {
  const direction = directionOf(filter.order, directions[filter.status]);
  const ofCompanies = sql`and (${sql.placeholder("companyIds")}::text[] is null or ticket.company_id = any(${sql.placeholder("companyIds")}::text[]))`;
  const matching = sql`${ofCompanies} and ${matchesNarrowing(sql`ticket`, filter, actor.id)}`;
  return listedConversations(db, walk(filter.status, matching, direction), direction.order).prepare("list_conversations_narrowed");
}

const pages = eachStatus((status) =>
  prepared((db) => pageOf(db, status, walk(status, sql``, directions[status])).prepare(`list_conversations_${status}`)),
);

/** Each company's part of an index by itself: what the other companies have does not slow it down. */
const pagesOfCompanies = eachStatus((status) =>
  prepared((db) => {
    const { order } = directions[status];
    const positions = sql`select walk.* from unnest(${sql.placeholder("companyIds")}::text[]) company (id)
      cross join lateral (${walk(status, sql`and ticket.company_id = company.id`, directions[status])}) walk
      order by walk.at ${order}, walk.id ${order} ${atMost}`;
    return pageOf(db, status, positions).prepare(`list_conversations_of_companies_${status}`);
  }),
);

function pageOf(db: Database, status: ConversationStatus, positions: SQL) {
  return listedConversations(db, positions, directions[status].order);
}

const directions: Record<ConversationStatus, Direction> = { unanswered: oldestFirst, answered: newestFirst, archived: newestFirst };

/** Along an index of the tickets of one status, stopping at those that stand for their conversation. */
function walk(status: ConversationStatus, condition: SQL, { order, beyond }: Direction): SQL {
  return sql`select ticket.partner_id, ticket.invoice_id, ticket.created_at as at, ticket.id
    from tickets ticket
    where ticket.partner_id = ${sql.placeholder("partnerId")} ${condition} and ticket.status = ${sql.raw(`'${status}'`)}
      and ${comesAfter(sql`ticket.created_at`, sql`ticket.id`, beyond)} and ${standsForConversation[status]}
    order by ticket.created_at ${order}, ticket.id ${order} ${atMost}`;
}

/** With an offset, for the planner to ask about one ticket at a time instead of comparing all tickets with all others first. */
const noOther = (condition: SQL) => sql`not exists (select from tickets other
  where other.partner_id = ticket.partner_id and other.invoice_id = ticket.invoice_id and ${condition} offset 0)`;
const isLast = noOther(sql`other.recorded_order > ticket.recorded_order`);

const standsForConversation: Record<ConversationStatus, SQL> = {
  unanswered: noOther(sql`other.status = 'unanswered' and (other.created_at, other.id) < (ticket.created_at, ticket.id)`),
  answered: sql`${isLast} and ${noOther(sql`other.status = 'unanswered'`)}`,
  // An archiving leaves nothing open, so the last ticket speaks for all.
  archived: isLast,
};

function eachStatus<Made>(make: (status: ConversationStatus) => Made): Record<ConversationStatus, Made> {
  return { unanswered: make("unanswered"), answered: make("answered"), archived: make("archived") };
}
