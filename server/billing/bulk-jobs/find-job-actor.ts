import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { BulkJob } from "@/db/schema/bulk-jobs";
import { partners } from "@/db/schema/partners";
import { userCompanies, users } from "@/db/schema/users";
import type { Actor } from "@/server/actor";

/**
 * Returns the person who started a job, limited to the companies that they may see now; undefined if they were disabled or have left the
 * partner. Their access level is not checked again (decision 0086). Changes are recorded under the job's id.
 */
export async function findJobActor(db: Database, { partnerId, userId, id }: BulkJob): Promise<Actor | undefined> {
  const [person] = await db
    .select({
      clockOffsetMs: partners.clockOffsetMs,
      companyIds: sql<string[] | null>`case when ${users.limitedToCompanies} then array(
        select ${userCompanies.companyId} from ${userCompanies} where ${userCompanies.userId} = ${users.id} and ${userCompanies.partnerId} = ${users.partnerId}) end`,
    })
    .from(users)
    .innerJoin(partners, eq(partners.id, users.partnerId))
    .where(and(eq(users.id, userId), eq(users.partnerId, partnerId), isNull(users.disabledAt)));
  return person && { kind: "person", id: userId, partnerId, requestId: id, ...person };
}
