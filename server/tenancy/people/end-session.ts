import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { sessions } from "@/db/schema/sessions";
import type { Person } from "./person";

/** Ends one of the person's sessions: its cookie opens nothing any more. Does nothing if it has ended, or belongs to another person. */
export async function endSession(db: Database, { id: userId }: Pick<Person, "id">, sessionId: string): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)));
}
