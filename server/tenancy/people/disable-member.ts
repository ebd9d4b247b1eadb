import { eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { users } from "@/db/schema/users";
import type { Actor } from "@/server/actor";
import { recordEvent } from "@/server/platform/audit/record-event";
import { endingSessions } from "./ending-sessions";
import { lockMember, lockMembers, refuseToLoseLast } from "./member";
import { voidTokens } from "./token";

/**
 * Disables the member. Ends all of their sessions and voids their mailed links for good, so that they must sign in once enabled again.
 * Throws `invalid_user_id` and `last_administrator`.
 */
export async function disableMember(db: Database, actor: Actor, userId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockMembers(tx, actor);
    const user = await lockMember(tx, actor, userId);
    if (user.disabledAt) return;
    await refuseToLoseLast(tx, user);

    await tx
      .update(users)
      .set({ disabledAt: new Date(), ...endingSessions })
      .where(eq(users.id, user.id));
    await voidTokens(tx, user.id);
    await recordEvent(tx, actor, "member_disabled", { about: `person:${user.id}` });
  });
}
