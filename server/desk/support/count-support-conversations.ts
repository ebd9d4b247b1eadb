import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { prepared } from "@/db/prepared";
import { only } from "@/db/rows";
import { isFiltered, matchesNarrowing, type Narrowing } from "@/server/desk/tickets/narrow-conversations";
import { assignedConversations } from "./list-support-conversations";
import { isArchivedFromSupport, requireSupport, type Supporter } from "./support-actor";

export interface SupportCounts {
  unanswered: number;
  answered: number;
  /** Absent unless the inbox is filtered. */
  archived?: number;
}

/** Counts the conversations that `listSupportConversations` lists, by whether a customer waits. Throws `not_allowed`. */
export async function countSupportConversations(db: Database, supporter: Supporter, narrowing: Narrowing = {}): Promise<SupportCounts> {
  requireSupport(supporter);
  if (isFiltered(narrowing)) return only(await narrowedCounts(db, supporter, narrowing));
  return only(await counts(db).execute());
}

/** `conversation` and its column `since`, which is null if no question waits, come from `assignedConversations`. */
function narrowedCounts(db: Database, { person }: Supporter, narrowing: Narrowing) {
  const matches = (row: SQL) => matchesNarrowing(row, narrowing, person.id);
  return db
    .select({
      unanswered: sql`(select count(*) from ${assignedConversations} where since is not null and ${matches(sql`conversation`)})`.mapWith(
        Number,
      ),
      answered: sql`(select count(*) from ${assignedConversations} where since is null and ${matches(sql`conversation`)})`.mapWith(Number),
      archived: sql`(select count(*) from archivings archiving where ${isArchivedFromSupport} and ${matches(sql`archiving`)})`.mapWith(
        Number,
      ),
    })
    .from(sql`(values (1)) one`);
}

const counts = prepared((db) =>
  db
    .select({
      unanswered: sql`count(*) filter (where since is not null)`.mapWith(Number),
      answered: sql`count(*) filter (where since is null)`.mapWith(Number),
    })
    .from(assignedConversations)
    .prepare("count_support_conversations"),
);
