import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { prepared } from "@/db/prepared";
import { factors } from "@/db/schema/factors";
import { partners } from "@/db/schema/partners";
import { sessions } from "@/db/schema/sessions";
import { userCompanies, users } from "@/db/schema/users";
import { whereMayDebit } from "../partners/where-may-debit";
import { mayStillEnter } from "./organisation";
import type { Person } from "./person";

/**
 * Returns the person of a session. Undefined if the session has ended, the account is disabled, its partner is suspended, or the way of
 * signing in is no longer allowed. One prepared statement.
 */
export async function findPerson(db: Database, sessionId: string): Promise<Person | undefined> {
  const [found] = await bySession(db).execute({ sessionId });
  if (!found || !mayStillEnter(found, found.begunAt)) return undefined;
  const { begunAt: _, ...person } = found;
  return { ...person, isSandbox: person.isSandbox ?? false, mayDebit: person.mayDebit ?? false, clockOffsetMs: person.clockOffsetMs ?? 0 };
}

const bySession = prepared((db) =>
  db
    .select({
      id: users.id,
      partnerId: users.partnerId,
      partnerName: partners.name,
      email: users.email,
      name: users.name,
      role: users.role,
      accessLevel: users.accessLevel,
      leadsSupport: users.leadsSupport,
      locale: users.locale,
      sessionId: sessions.id,
      method: sessions.method,
      provedAt: sessions.provedAt,
      begunAt: sessions.createdAt,
      hasFactor: sql<boolean>`exists (select from ${factors} where ${factors.userId} = ${users.id})`,
      mustHaveFactor: sql<boolean>`${users.role} <> 'member' or ${partners.secondFactorForAll}`,
      singleKeyShortcuts: users.singleKeyShortcuts,
      isSandbox: partners.isSandbox,
      mayDebit: whereMayDebit,
      clockOffsetMs: partners.clockOffsetMs,
      companyIds: sql<string[] | null>`case when ${users.limitedToCompanies} then array(
        select ${userCompanies.companyId} from ${userCompanies} where ${userCompanies.userId} = ${users.id} and ${userCompanies.partnerId} = ${users.partnerId}) end`,
    })
    .from(sessions)
    .innerJoin(users, and(eq(users.id, sessions.userId), eq(users.sessionVersion, sessions.sessionVersion)))
    .leftJoin(partners, eq(partners.id, users.partnerId))
    .where(and(eq(sessions.id, sql.placeholder("sessionId")), isNull(users.disabledAt), isNull(partners.suspendedAt)))
    .prepare("find_person"),
);
