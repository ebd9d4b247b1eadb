import { eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { users } from "@/db/schema/users";
import { asPerson, recordEvent } from "@/server/platform/audit/record-event";
import { endingSessions } from "./ending-sessions";
import type { Person } from "./person";

/** Signs the person out everywhere, including this browser. */
export async function endAllSessions(db: Database, person: Pick<Person, "id" | "partnerId">): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.update(users).set(endingSessions).where(eq(users.id, person.id));
    await recordEvent(tx, asPerson(person), "sessions_ended", { about: `person:${person.id}` });
  });
}
