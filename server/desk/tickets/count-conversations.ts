import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { prepared } from "@/db/prepared";
import { only } from "@/db/rows";
import { type Actor, lookingAt, visibleValues } from "@/server/actor";

export interface ConversationCounts {
  unanswered: number;
  answered: number;
}

/** How many conversations of the partner's inbox are open, exactly. Archived ones are not counted: they need no action, and only grow. */
export async function countConversations(
  db: Database,
  actor: Actor,
  { companyId }: { companyId?: string | null } = {},
): Promise<ConversationCounts> {
  const seen = visibleValues(lookingAt(actor, companyId ?? null));
  return only(await (seen.companyIds === null ? counts : countsOfCompanies)(db).execute(seen));
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
