import { and, eq, or, type SQL } from "drizzle-orm";
import type { Database } from "@/db/client";
import { sessions } from "@/db/schema/sessions";
import { users } from "@/db/schema/users";
import type { OidcProvider } from "@/server/env";
import { asOrganisation, recordEvent } from "@/server/tenancy/security-events/record-event";

/** Whom an organisation lets go: one session by its own name of it, or all that its word has opened for a person. */
export interface LetGo {
  subject?: string;
  organisationSession?: string;
}

/** Ends sessions that an organisation's word has opened, because it takes the word back. Sessions of other organisations' people stay, and so do those that a password opened. */
export async function endByOrganisation(
  db: Database,
  { issuer, partnerId }: Pick<OidcProvider, "issuer" | "partnerId">,
  { subject, organisationSession }: LetGo,
): Promise<void> {
  const named: (SQL | undefined)[] = [
    organisationSession ? eq(sessions.organisationSession, organisationSession) : undefined,
    subject ? eq(users.oidcSubject, subject) : undefined,
  ];
  if (!or(...named)) return;
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
