import { and, eq, type SQL } from "drizzle-orm";
import type { Database } from "@/db/client";
import { sessions } from "@/db/schema/sessions";
import { users } from "@/db/schema/users";
import type { OidcProvider } from "@/server/env";
import { asOrganisation, recordEvent } from "@/server/platform/audit/record-event";

/** Sessions to end, as an organisation names them: one by the organisation's id for it, or all of a person. With both, both must match. */
export interface LogoutClaims {
  subject?: string;
  organisationSession?: string;
}

/** Ends sessions that an organisation opened. Sessions of other organisations' people, and sessions opened by a password, stay. */
export async function endByOrganisation(
  db: Database,
  { issuer, partnerId }: Pick<OidcProvider, "issuer" | "partnerId">,
  { subject, organisationSession }: LogoutClaims,
): Promise<void> {
  // Without either, all sessions that the organisation opened would match.
  if (!organisationSession && !subject) return;
  const named: (SQL | undefined)[] = [
    organisationSession ? eq(sessions.organisationSession, organisationSession) : undefined,
    subject ? eq(users.oidcSubject, subject) : undefined,
  ];
  const theirs = and(eq(sessions.method, "organisation"), eq(users.oidcIssuer, issuer), eq(users.partnerId, partnerId), ...named);
  await db.transaction(async (tx) => {
    const found = await tx
      .select({ id: sessions.id, userId: users.id })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(theirs)
      .for("update", { of: sessions });
    for (const { id, userId } of found) {
      await tx.delete(sessions).where(eq(sessions.id, id));
      await recordEvent(tx, asOrganisation(partnerId), "session_ended", { about: `person:${userId}` });
    }
  });
}
