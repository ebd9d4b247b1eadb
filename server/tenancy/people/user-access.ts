import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { users } from "@/db/schema/users";
import type { EventKind } from "@/server/domain/rules/event-kinds";
import { DomainError } from "@/server/errors";
import { asOperator, recordEvent } from "@/server/platform/audit/record-event";
import { spellEmail } from "./email";
import { endingSessions } from "./ending-sessions";
import { voidTokens } from "./token";

// Acts of an operator on any account, including support's and that of a partner's last administrator.

/** Ends every session and voids every mailed link of the person, who can no longer sign in. Throws `invalid_user_id`. */
export async function disableUser(db: Database, email: string): Promise<{ id: string }> {
  return change(db, email, "member_disabled", { disabledAt: sql`coalesce(${users.disabledAt}, now())`, ...endingSessions });
}

/** Lets the person sign in again, with their former password. Throws `invalid_user_id`. */
export async function enableUser(db: Database, email: string): Promise<{ id: string }> {
  return change(db, email, "member_enabled", { disabledAt: sql`null` });
}

/** Makes a supporter a lead of the team, or ends that. Throws `invalid_user_id`, also for people who are not support. */
export async function setSupportLead(db: Database, email: string, leads: boolean): Promise<{ id: string }> {
  return change(db, email, "member_changed", { leadsSupport: sql`${leads}` }, eq(users.role, "support"));
}

/** Signs the person out everywhere, and voids every mailed link. Throws `invalid_user_id`. */
export async function endUserSessions(db: Database, email: string): Promise<{ id: string }> {
  return change(db, email, "sessions_ended", endingSessions);
}

async function change(
  db: Database,
  email: string,
  kind: EventKind,
  changes: Record<string, SQL>,
  condition?: SQL,
): Promise<{ id: string }> {
  return db.transaction(async (tx) => {
    const [user] = await tx
      .update(users)
      .set(changes)
      .where(and(eq(users.email, spellEmail(email)), condition))
      .returning({ id: users.id, partnerId: users.partnerId });
    if (!user) throw new DomainError("invalid_user_id");
    const endsSessions = "sessionVersion" in changes;
    if (endsSessions) await voidTokens(tx, user.id);
    await recordEvent(tx, asOperator(user.partnerId), kind, { about: `person:${user.id}` });
    return { id: user.id };
  });
}
