import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { prepared } from "@/db/prepared";
import type { ConversationPage, ConversationStatus } from "@/server/desk/tickets/conversation";
import { atMost, comesAfter, listedConversations, type Position, positionValues, toPage } from "@/server/desk/tickets/listed-conversations";
import { isArchivedFromSupport, requireSupport, type Supporter } from "./support-actor";

export interface SupportFilter extends Position {
  status: ConversationStatus;
}

/**
 * Support's inbox over all partners: assigned conversations with a waiting question, longest waiting first; assigned ones without, newest first; and
 * those archived from it. Throws `not_allowed`.
 */
export async function listSupportConversations(db: Database, supporter: Supporter, filter: SupportFilter): Promise<ConversationPage> {
  requireSupport(supporter);
  const rows = await pages[filter.status](db).execute(
    positionValues(filter, filter.status === "unanswered" ? "oldest first" : "newest first"),
  );
  return toPage(rows, filter);
}

const oldestFirst = { order: sql`asc`, beyond: sql`>` };
const newestFirst = { order: sql`desc`, beyond: sql`<` };

const pages = {
  unanswered: page("unanswered", oldestFirst, sql`conversation.since is not null`, sql`conversation.since`),
  answered: page("answered", newestFirst, sql`conversation.since is null`, sql`coalesce(conversation.last_at, conversation.assigned_at)`),
  archived: prepared((db) =>
    listedConversations(
      db,
      sql`select archiving.partner_id, archiving.invoice_id, archiving.archived_at as at, archiving.id
        from archivings archiving
        where ${isArchivedFromSupport} and ${comesAfter(sql`archiving.archived_at`, sql`archiving.id`, newestFirst.beyond)}
        order by archiving.archived_at desc, archiving.id desc ${atMost}`,
      newestFirst.order,
    ).prepare("list_support_conversations_archived"),
  ),
};

/** What is assigned, with what waits in it and what was said last, in the words of the index of what is open. */
export const assignedConversations: SQL = sql`(
  select assignment.partner_id, assignment.invoice_id, assignment.assigned_at, said.since, said.last_at
  from support_assignments assignment
  cross join lateral (
    select min(ticket.created_at) filter (where ticket.status = 'unanswered') as since, max(ticket.created_at) as last_at
    from tickets ticket where ticket.partner_id = assignment.partner_id and ticket.invoice_id = assignment.invoice_id
      and ticket.status in ('unanswered', 'answered')
  ) said
) conversation`;

function page(status: ConversationStatus, { order, beyond }: typeof oldestFirst, condition: SQL, at: SQL) {
  return prepared((db) =>
    listedConversations(
      db,
      sql`select conversation.partner_id, conversation.invoice_id, ${at} as at, conversation.invoice_id as id
        from ${assignedConversations}
        where ${condition} and ${comesAfter(at, sql`conversation.invoice_id`, beyond)}
        order by 3 ${order}, 4 ${order} ${atMost}`,
      order,
    ).prepare(`list_support_conversations_${status}`),
  );
}
