import { and, desc, eq, gt, lt, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { knownDevices, type Session, sessions } from "@/db/schema/sessions";
import { users } from "@/db/schema/users";
import { sessionLimits } from "@/server/domain/rules/session-limits";
import type { Person } from "./person";

/** A session as its person sees it. */
export interface ListedSession extends Pick<Session, "id" | "device" | "createdAt" | "lastSeenAt"> {
  /** Whether it is the session of this request. */
  isThis: boolean;
}

/** Returns the person's valid sessions, latest first. */
export async function listSessions(db: Database, { id, sessionId }: Pick<Person, "id" | "sessionId">): Promise<ListedSession[]> {
  const rows = await db
    .select({ id: sessions.id, device: sessions.device, createdAt: sessions.createdAt, lastSeenAt: sessions.lastSeenAt })
    .from(sessions)
    .innerJoin(users, and(eq(users.id, sessions.userId), eq(users.sessionVersion, sessions.sessionVersion)))
    .where(and(eq(sessions.userId, id), whereNotExpired()))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id));
  return rows.map((row) => ({ ...row, isThis: row.id === sessionId }));
}

/** Condition: the session has not expired. Expired ones stay in the table until the job `cleanup` deletes them. */
export function whereNotExpired(): SQL | undefined {
  return and(gt(sessions.lastSeenAt, ago(sessionLimits.idleMs)), gt(sessions.createdAt, ago(sessionLimits.longestMs)));
}

/** Deletes expired sessions, and devices without a sign-in for a year. */
export async function forgetOldSessions(db: Database): Promise<void> {
  await db
    .delete(sessions)
    .where(or(lt(sessions.lastSeenAt, ago(sessionLimits.idleMs)), lt(sessions.createdAt, ago(sessionLimits.longestMs))));
  await db.delete(knownDevices).where(lt(knownDevices.lastSignedInAt, sql`now() - interval '1 year'`));
}

function ago(ms: number): Date {
  return new Date(Date.now() - ms);
}
