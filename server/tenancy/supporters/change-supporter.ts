import { eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { users } from "@/db/schema/users";
import type { EventKind } from "@/server/domain/rules/event-kinds";
import { asPerson, recordEvent } from "@/server/platform/audit/record-event";
import { sendMailsSoon } from "@/server/platform/mail/send-mails-soon";
import { resetFactors } from "@/server/tenancy/factors/reset-factors";
import { endingSessions } from "@/server/tenancy/people/ending-sessions";
import type { Person } from "@/server/tenancy/people/person";
import { voidTokens } from "@/server/tenancy/people/token";
import { lockColleague } from "./supporter";

// Acts of a support lead on the accounts of other supporters. Each throws `invalid_user_id` for people outside support, and for the lead's
// own account.

/** Ends every session and voids every mailed link, so that the supporter can no longer sign in. */
export function disableSupporter(db: Database, lead: Person, userId: string): Promise<void> {
  return change(db, lead, userId, "member_disabled", { disabledAt: sql`coalesce(${users.disabledAt}, now())`, ...endingSessions });
}

/** Lets the supporter sign in again, with the former password. */
export function enableSupporter(db: Database, lead: Person, userId: string): Promise<void> {
  return change(db, lead, userId, "member_enabled", { disabledAt: sql`null` });
}

/** Signs the supporter out everywhere, and voids every mailed link. */
export function endSupporterSessions(db: Database, lead: Person, userId: string): Promise<void> {
  return change(db, lead, userId, "sessions_ended", endingSessions);
}

/** Removes all factors and codes of a supporter who has lost them. They set up others when they sign in. */
export async function resetSupporterFactors(db: Database, lead: Person, userId: string): Promise<void> {
  await db.transaction(async (tx) => resetFactors(tx, await lockColleague(tx, lead, userId), asPerson(lead)));
  sendMailsSoon(db);
}

async function change(db: Database, lead: Person, userId: string, kind: EventKind, changes: Record<string, SQL>): Promise<void> {
  await db.transaction(async (tx) => {
    const { id } = await lockColleague(tx, lead, userId);
    await tx.update(users).set(changes).where(eq(users.id, id));
    const endsSessions = "sessionVersion" in changes;
    if (endsSessions) await voidTokens(tx, id);
    await recordEvent(tx, asPerson(lead), kind, { about: `person:${id}` });
  });
}
