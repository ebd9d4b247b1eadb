import { eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { sessions } from "@/db/schema/sessions";
import { DomainError } from "@/server/errors";
import type { Person } from "@/server/tenancy/people/person";

type InSession = Pick<Person, "sessionId">;

/** Stores the challenge that a passkey must sign. It replaces any earlier one of the session. */
export async function keepChallenge(db: Database, { sessionId }: InSession, challenge: string): Promise<void> {
  await db.update(sessions).set({ challenge }).where(eq(sessions.id, sessionId));
}

/** Returns and deletes the session's challenge, so that it serves one answer only. Throws `passkey_refused` if there is none. */
export async function takeChallenge(db: Database, { sessionId }: InSession): Promise<string> {
  const challenge = await db.transaction(async (tx) => {
    const [asked] = await tx.select({ challenge: sessions.challenge }).from(sessions).where(eq(sessions.id, sessionId)).for("update");
    await tx.update(sessions).set({ challenge: null }).where(eq(sessions.id, sessionId));
    return asked?.challenge;
  });
  if (!challenge) throw new DomainError("passkey_refused");
  return challenge;
}
