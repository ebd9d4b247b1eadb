import { eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { users } from "@/db/schema/users";
import { asPerson, recordEvent } from "@/server/platform/audit/record-event";
import type { Person } from "./person";

/** Signs the person out everywhere, including this browser: sessions of an older version are invalid. */
export async function endAllSessions(db: Database, person: Pick<Person, "id" | "partnerId">): Promise<void> {
  await db.transaction(async (tx) => {
    await tx
      .update(users)
      .set({ sessionVersion: sql`${users.sessionVersion} + 1` })
      .where(eq(users.id, person.id));
    await recordEvent(tx, asPerson(person), "sessions_ended", { about: `person:${person.id}` });
  });
}
