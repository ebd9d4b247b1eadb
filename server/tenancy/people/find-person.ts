import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { prepared } from "@/db/prepared";
import { partners } from "@/db/schema/partners";
import { userCompanies, users } from "@/db/schema/users";
import type { Person } from "./person";

/** The person a session belongs to; undefined once the account is disabled or its sessions were ended. One prepared statement. */
export async function findPerson(db: Database, userId: string, sessionVersion: number): Promise<Person | undefined> {
  const [found] = await byId(db).execute({ userId, sessionVersion });
  return found && { ...found, isSandbox: found.isSandbox ?? false, clockOffsetMs: found.clockOffsetMs ?? 0 };
}

const byId = prepared((db) =>
  db
    .select({
      id: users.id,
      partnerId: users.partnerId,
      partnerName: partners.name,
      email: users.email,
      name: users.name,
      role: users.role,
      locale: users.locale,
      sessionVersion: users.sessionVersion,
      singleKeyShortcuts: users.singleKeyShortcuts,
      isSandbox: partners.isSandbox,
      clockOffsetMs: partners.clockOffsetMs,
      companyIds: sql<string[] | null>`case when ${users.limitedToCompanies} then array(
        select ${userCompanies.companyId} from ${userCompanies} where ${userCompanies.userId} = ${users.id} and ${userCompanies.partnerId} = ${users.partnerId}) end`,
    })
    .from(users)
    .leftJoin(partners, eq(partners.id, users.partnerId))
    .where(
      and(eq(users.id, sql.placeholder("userId")), eq(users.sessionVersion, sql.placeholder("sessionVersion")), isNull(users.disabledAt)),
    )
    .prepare("find_person"),
);
