import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { prepared } from "@/db/prepared";
import { only } from "@/db/rows";
import { type Actor, lookingAt, visibleValues } from "@/server/actor";
import { isFiltered, matchesNarrowing, type Narrowing } from "./narrow-conversations";

export interface ConversationCounts {
  unanswered: number;
  answered: number;
  /** Counted where the inbox is narrowed; else absent: archived ones need no action, and only grow. */
  archived?: number;
}

interface Counted extends Narrowing {
  companyId?: string | null;
}

/** How many conversations of the partner's inbox match, exactly: those that `listConversations` lists. */
export async function countConversations(
  db: Database,
  actor: Actor,
  { companyId, ...narrowing }: Counted = {},
): Promise<ConversationCounts> {
  const seen = visibleValues(lookingAt(actor, companyId ?? null));
  if (isFiltered(narrowing)) return only(await narrowedCounts(db, actor, narrowing).execute(seen));
  return only(await (seen.companyIds === null ? counts : countsOfCompanies)(db).execute(seen));
}

function narrowedCounts(db: Database, actor: Actor, narrowing: Narrowing) {
  const companyIds = sql`${sql.placeholder("companyIds")}::text[]`;
  return db
    .select({
      unanswered: sql`count(*) filter (where waits)`.mapWith(Number),
      answered: sql`count(*) filter (where not waits and not is_archived)`.mapWith(Number),
      archived: sql`count(*) filter (where is_archived)`.mapWith(Number),
    })
    .from(
      sql`(select bool_or(ticket.status = 'unanswered') as waits, bool_and(ticket.status = 'archived') as is_archived from tickets ticket
        where ticket.partner_id = ${sql.placeholder("partnerId")} and (${companyIds} is null or ticket.company_id = any(${companyIds}))
          and ${matchesNarrowing(sql`ticket`, narrowing, actor.id)} group by ticket.invoice_id) conversation`,
    )
    .prepare("count_conversations_narrowed");
}

const counts = prepared((db) => count(db, sql``).prepare("count_conversations"));
const countsOfCompanies = prepared((db) =>
  count(db, sql`and company_id = any(${sql.placeholder("companyIds")}::text[])`).prepare("count_conversations_of_companies"),
);

/** In the words of the index of what is open, which is all that is read. */
function count(db: Database, ofCompanies: SQL) {
  return db
    .select({
      unanswered: sql`count(*) filter (where waits)`.mapWith(Number),
      answered: sql`count(*) filter (where not waits)`.mapWith(Number),
    })
    .from(
      sql`(select bool_or(status = 'unanswered') as waits from tickets
        where partner_id = ${sql.placeholder("partnerId")} and status in ('unanswered', 'answered') ${ofCompanies} group by invoice_id) conversation`,
    );
}
