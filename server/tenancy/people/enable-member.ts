import { eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { users } from "@/db/schema/users";
import type { Actor } from "@/server/actor";
import { recordEvent } from "@/server/platform/audit/record-event";
import { lockMember } from "./member";

/** Lets the member sign in again, with their former password. Throws `invalid_user_id`. */
export async function enableMember(db: Database, actor: Actor, userId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const user = await lockMember(tx, actor, userId);
    await tx.update(users).set({ disabledAt: null }).where(eq(users.id, user.id));
    await recordEvent(tx, actor, "member_enabled", { about: `person:${user.id}` });
  });
}
