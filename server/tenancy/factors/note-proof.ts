import { eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { sessions } from "@/db/schema/sessions";
import type { Person } from "@/server/tenancy/people/person";

/** Records that the session's person has just proved their identity. */
export async function noteProof(tx: Database, { sessionId }: Pick<Person, "sessionId">): Promise<void> {
  await tx.update(sessions).set({ provedAt: new Date() }).where(eq(sessions.id, sessionId));
}
