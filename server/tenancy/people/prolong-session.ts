import { eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { sessions } from "@/db/schema/sessions";

/** Prolongs a session after a request of its browser. Returns false if it has ended. */
export async function prolongSession(db: Database, id: string): Promise<boolean> {
  const prolonged = await db.update(sessions).set({ lastSeenAt: new Date() }).where(eq(sessions.id, id)).returning({ id: sessions.id });
  return prolonged.length > 0;
}
