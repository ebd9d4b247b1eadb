import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { prepared } from "@/db/prepared";
import { only } from "@/db/rows";
import { isWithSupport } from "@/db/schema/tickets";
import { type Actor, visibleValues, withinCompany } from "@/server/actor";
import type { InboxTab } from "@/server/domain/rules/inbox-tabs";
import { isFiltered, matchesNarrowing, type Narrowing } from "./narrow-conversations";

/**
 * Counts for the tabs. Archived conversations are counted only in a filtered inbox: they need no action, and without a filter their number
 * only grows.
 */
export type ConversationCounts = Record<Exclude<InboxTab, "archived">, number> & { archived?: number };

interface Counted extends Narrowing {
  companyId?: string | null;
}

/** Counts the conversations in each tab of the partner's inbox, exactly as `listConversations` lists them. */
export async function countConversations(
  db: Database,
  actor: Actor,
  { companyId, ...narrowing }: Counted = {},
): Promise<ConversationCounts> {
  const visible = visibleValues(withinCompany(actor, companyId ?? null));
  if (isFiltered(narrowing)) return only(await narrowedCounts(db, actor, narrowing).execute(visible));
  return only(await (visible.companyIds === null ? counts : countsOfCompanies)(db).execute(visible));
}

function narrowedCounts(db: Database, actor: Actor, narrowing: Narrowing) {
  const companyIds = sql`${sql.placeholder("companyIds")}::text[]`;
  const matching = (row: SQL) =>
    sql`and (${companyIds} is null or ${row}.company_id = any(${companyIds})) and ${matchesNarrowing(row, narrowing, actor.id)}`;
  return db
    .select({
      unanswered: sql`count(*) filter (where waits)`.mapWith(Number),
      with_support: countWithSupport(matching),
      answered: sql`count(*) filter (where not waits and not is_archived)`.mapWith(Number),
      archived: sql`count(*) filter (where is_archived)`.mapWith(Number),
    })
    .from(
      sql`(select bool_or(ticket.status = 'unanswered') as waits, bool_and(ticket.status = 'archived') as is_archived from tickets ticket
        where ticket.partner_id = ${sql.placeholder("partnerId")} ${matching(sql`ticket`)} and not ${isWithSupport(sql`ticket`)}
        group by ticket.invoice_id) conversation`,
    )
    .prepare("count_conversations_narrowed");
}

const counts = prepared((db) => count(db, () => sql``).prepare("count_conversations"));
const countsOfCompanies = prepared((db) =>
  count(db, (row) => sql`and ${row}.company_id = any(${sql.placeholder("companyIds")}::text[])`).prepare(
    "count_conversations_of_companies",
  ),
);

/** The conditions on tickets match those of the partial index on open tickets, so that Postgres reads only this index. */
function count(db: Database, ofCompanies: (row: SQL) => SQL) {
  return db
    .select({
      unanswered: sql`count(*) filter (where waits)`.mapWith(Number),
      with_support: countWithSupport(ofCompanies),
      answered: sql`count(*) filter (where not waits)`.mapWith(Number),
    })
    .from(
      sql`(select bool_or(ticket.status = 'unanswered') as waits from tickets ticket
        where ticket.partner_id = ${sql.placeholder("partnerId")} and ticket.status in ('unanswered', 'answered') ${ofCompanies(sql`ticket`)}
          and not ${isWithSupport(sql`ticket`)} group by ticket.invoice_id) conversation`,
    );
}

function countWithSupport(condition: (row: SQL) => SQL) {
  return sql`(select count(*) from support_assignments assigned
    where assigned.partner_id = ${sql.placeholder("partnerId")} ${condition(sql`assigned`)})`.mapWith(Number);
}
