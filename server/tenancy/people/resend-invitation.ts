import type { Database } from "@/db/client";
import type { Actor } from "@/server/actor";
import { DomainError } from "@/server/errors";
import { recordEvent } from "@/server/platform/audit/record-event";
import { sendMailsSoon } from "@/server/platform/mail/send-mails-soon";
import { takeAttempt } from "./attempts";
import { getInviter, mailInvitation } from "./invite-member";
import { lockMember } from "./member";
import { voidTokens } from "./token";

/**
 * Mails a new link to a person who has not accepted yet, and voids the previous one. Throws `invalid_user_id`, also for a disabled person;
 * `invitation_already_accepted`; and `too_many_attempts` after three mails a day to the person, or 20 invitations of the partner.
 */
export async function resendInvitation(db: Database, actor: Actor, userId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const user = await lockMember(tx, actor, userId);
    if (user.disabledAt) throw new DomainError("invalid_user_id");
    if (user.passwordHash || user.oidcSubject) throw new DomainError("invitation_already_accepted");
    await takeAttempt(tx, "invitation", { account: actor.partnerId, address: "" });
    await takeAttempt(tx, "invitation_again", { account: user.id, address: "" });
    await voidTokens(tx, user.id);
    await mailInvitation(tx, actor, await getInviter(tx, actor), user.id);
    await recordEvent(tx, actor, "invitation_resent", { about: `person:${user.id}` });
  });
  sendMailsSoon(db);
}
