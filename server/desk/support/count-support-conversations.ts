import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { prepared } from "@/db/prepared";
import { only } from "@/db/rows";
import { assignedConversations } from "./list-support-conversations";
import { requireSupport, type Supporter } from "./support-actor";

export interface SupportCounts {
  unanswered: number;
  answered: number;
}

/** Counts support's conversations, by whether a customer waits. Archived ones are not counted. Throws `not_allowed`. */
export async function countSupportConversations(db: Database, supporter: Supporter): Promise<SupportCounts> {
  requireSupport(supporter);
  return only(await counts(db).execute());
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
