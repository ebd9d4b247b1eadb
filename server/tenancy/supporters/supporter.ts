import { and, eq, ne, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { sessions } from "@/db/schema/sessions";
import { type User, users } from "@/db/schema/users";
import { DomainError } from "@/server/errors";
import { whereNotExpired } from "@/server/tenancy/people/list-sessions";
import { type MemberStatus, memberColumns } from "@/server/tenancy/people/member";

/** A member of the service's support team, as its leads see them. */
export interface Supporter extends Pick<User, "id" | "email" | "name" | "leadsSupport" | "lastSignedInAt"> {
  status: MemberStatus;
  hasFactor: boolean;
  /** Number of sessions that nobody has ended and that have not expired. */
  sessions: number;
}

const { id, email, name, status, hasFactor, lastSignedInAt } = memberColumns;

/** A function, because sessions expire by the time of the query. */
export const supporterColumns = () => ({
  id,
  email,
  name,
  leadsSupport: users.leadsSupport,
  status,
  hasFactor,
  lastSignedInAt,
  sessions: sql<number>`(select count(*)::int from ${sessions} where ${sessions.userId} = ${users}.id
    and ${sessions.sessionVersion} = ${users}.session_version and ${whereNotExpired()})`,
});

/**
 * Returns and locks another member of the team. Leads cannot act on their own account; another lead or the operator can. Throws
 * `invalid_user_id`.
 */
export async function lockColleague(tx: Database, lead: Pick<User, "id">, userId: string): Promise<User> {
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.role, "support"), eq(users.id, userId), ne(users.id, lead.id)))
    .for("no key update");
  if (!user) throw new DomainError("invalid_user_id");
  return user;
}
