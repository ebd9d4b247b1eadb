import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { prepared } from "@/db/prepared";
import type { ConversationPage, ConversationStatus } from "@/server/desk/tickets/conversation";
import { atMost, comesAfter, listedConversations, type Position, positionValues, toPage } from "@/server/desk/tickets/listed-conversations";
import { type Direction, directionOf, isNarrowed, matchesNarrowing, type Narrowing } from "@/server/desk/tickets/narrow-conversations";
import { isArchivedFromSupport, requireSupport, type Supporter } from "./support-actor";

export interface SupportFilter extends Position, Narrowing {
  status: ConversationStatus;
}

/**
 * Lists support's inbox over all partners. `unanswered`: assigned conversations with a waiting question, longest waiting first. `answered`:
 * assigned conversations without one, newest first. `archived`: conversations archived while assigned, newest first. The reader can choose
 * the other order (`order`). Throws `not_allowed`.
 */
export async function listSupportConversations(db: Database, supporter: Supporter, filter: SupportFilter): Promise<ConversationPage> {
  requireSupport(supporter);
  const direction = directionOf(filter.status, filter.order);
  const values = positionValues(filter, direction.start, supporter.person.id);
  const statement = isNarrowed(filter) ? narrowedPage(db, supporter, filter, direction) : pages[filter.status](db);
  return toPage(await statement.execute(values), filter);
}

const pages = { unanswered: page("unanswered"), answered: page("answered"), archived: page("archived") };

function page(status: ConversationStatus) {
  return prepared((db) =>
    listedConversations(db, positions[status](sql`true`, directionOf(status)), directionOf(status).order).prepare(
      `list_support_conversations_${status}`,
    ),
  );
}

function narrowedPage(db: Database, { person }: Supporter, filter: SupportFilter, direction: Direction) {
  const row = filter.status === "archived" ? sql`archiving` : sql`conversation`;
  const condition = matchesNarrowing(row, filter, person.id);
  return listedConversations(db, positions[filter.status](condition, direction), direction.order).prepare(
    "list_support_conversations_narrowed",
  );
}

/** Queries for a page's rows, by status: partner, invoice, and the place in the list (`at`, `id`). */
const positions: Record<ConversationStatus, (condition: SQL, direction: Direction) => SQL> = {
  unanswered: (condition, direction) =>
    positionsOfAssigned(sql`conversation.since is not null and ${condition}`, sql`conversation.since`, direction),
  answered: (condition, direction) =>
    positionsOfAssigned(
      sql`conversation.since is null and ${condition}`,
      sql`coalesce(conversation.last_at, conversation.assigned_at)`,
      direction,
    ),
  archived: (
    condition,
    { order, beyond },
  ) => sql`select archiving.partner_id, archiving.invoice_id, archiving.archived_at as at, archiving.id
    from archivings archiving
    where ${isArchivedFromSupport} and ${condition} and ${comesAfter(sql`archiving.archived_at`, sql`archiving.id`, beyond)}
    order by archiving.archived_at ${order}, archiving.id ${order} ${atMost}`,
};

/** The order is by the columns 3 and 4: `at` and `id`. */
function positionsOfAssigned(condition: SQL, at: SQL, { order, beyond }: Direction): SQL {
  return sql`select conversation.partner_id, conversation.invoice_id, ${at} as at, conversation.invoice_id as id
    from ${assignedConversations}
    where ${condition} and ${comesAfter(at, sql`conversation.invoice_id`, beyond)}
    order by 3 ${order}, 4 ${order} ${atMost}`;
}

/**
 * Assigned conversations, with the alias `conversation`. `since`: time of the oldest unanswered question, null if no question waits;
 * `last_at`: time of the last message that is not archived. Postgres uses the partial index on open tickets only if the condition on the
 * status is the same as the index's.
 */
export const assignedConversations: SQL = sql`(
  select assignment.partner_id, assignment.invoice_id, assignment.assigned_at, said.since, said.last_at
  from support_assignments assignment
  cross join lateral (
    select min(ticket.created_at) filter (where ticket.status = 'unanswered') as since, max(ticket.created_at) as last_at
    from tickets ticket where ticket.partner_id = assignment.partner_id and ticket.invoice_id = assignment.invoice_id
      and ticket.status in ('unanswered', 'answered')
  ) said
) conversation`;
