import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { sessions } from "@/db/schema/sessions";
import { asPerson, recordEvent } from "@/server/platform/audit/record-event";
import type { Person } from "./person";

/** Ends one of the person's sessions, so that its cookie opens nothing. Does nothing if it has ended, or belongs to another person. */
export async function endSession(
  db: Database,
  person: Pick<Person, "id" | "partnerId">,
  sessionId: string,
  kind: "session_ended" | "signed_out" = "session_ended",
): Promise<void> {
  await db.transaction(async (tx) => {
    const ended = await tx
      .delete(sessions)
      .where(and(eq(sessions.id, sessionId), eq(sessions.userId, person.id)))
      .returning({ id: sessions.id });
    if (ended.length > 0) await recordEvent(tx, asPerson(person), kind, { about: `person:${person.id}` });
  });
}
