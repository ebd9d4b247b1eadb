import { eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { users } from "@/db/schema/users";
import type { Actor } from "@/server/actor";
import { recordEvent } from "@/server/platform/audit/record-event";
import { checkRights, limitTo, lockMember, lockMembers, type MemberRights, refuseToLoseLast } from "./member";

/**
 * Changes a member's rights, which takes effect at their next request. Throws `invalid_user_id`, `last_administrator`, `invalid_role` and
 * `invalid_company_ids`.
 */
export async function changeMember(db: Database, actor: Actor, userId: string, rights: MemberRights): Promise<void> {
  await db.transaction(async (tx) => {
    await lockMembers(tx, actor);
    const user = await lockMember(tx, actor, userId);
    if (rights.role !== "administrator") await refuseToLoseLast(tx, user);
    await checkRights(tx, actor, rights);

    await tx
      .update(users)
      .set({ role: rights.role, accessLevel: rights.accessLevel, limitedToCompanies: rights.companyIds !== null })
      .where(eq(users.id, user.id));
    await limitTo(tx, actor, user.id, rights.companyIds);
    await recordEvent(tx, actor, "member_changed", {
      about: `person:${user.id}`,
      before: { role: user.role, access: user.accessLevel, limited: user.limitedToCompanies },
      after: { role: rights.role, access: rights.accessLevel, companies: rights.companyIds && [...rights.companyIds] },
    });
  });
}
