import type { Database } from "@/db/client";
import { users } from "@/db/schema/users";
import { DomainError } from "@/server/errors";
import { asPerson, recordEvent } from "@/server/platform/audit/record-event";
import { newId } from "@/server/platform/id";
import { enqueueMail } from "@/server/platform/mail/enqueue-mail";
import { sendMailsSoon } from "@/server/platform/mail/send-mails-soon";
import { takeAttempt } from "@/server/tenancy/people/attempts";
import { checkEmail } from "@/server/tenancy/people/email";
import type { Person } from "@/server/tenancy/people/person";
import { issueToken, linkFor, voidTokens } from "@/server/tenancy/people/token";
import { lockColleague } from "./supporter";

/** Account under which invitations are counted, for the whole team together. */
const TEAM = "support";

/**
 * Creates an account of the support team and mails the link that sets its password, in the lead's language. Throws `invalid_email`,
 * `email_already_in_use`, and `too_many_attempts` after 20 invitations in a day.
 */
export async function inviteSupporter(db: Database, lead: Person, given: string): Promise<{ id: string }> {
  const email = checkEmail(given);
  const id = newId();
  await db.transaction(async (tx) => {
    await takeAttempt(tx, "invitation", { account: TEAM, address: "" });
    const created = await tx
      .insert(users)
      .values({ id, partnerId: null, email, name: "", role: "support", locale: lead.locale, createdAt: new Date() })
      .onConflictDoNothing()
      .returning({ id: users.id });
    if (created.length === 0) throw new DomainError("email_already_in_use");
    await mailInvitation(tx, lead, id);
    await recordEvent(tx, asPerson(lead), "member_invited", { about: `person:${id}`, after: { role: "support" } });
  });
  sendMailsSoon(db);
  return { id };
}

/**
 * Mails a new link and voids the previous one. Throws `invalid_user_id`, `invitation_already_accepted`, and `too_many_attempts` after three
 * invitations in a day to one person, or 20 in a day by the whole team.
 */
export async function inviteSupporterAgain(db: Database, lead: Person, userId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const user = await lockColleague(tx, lead, userId);
    if (user.disabledAt) throw new DomainError("invalid_user_id");
    if (user.passwordHash) throw new DomainError("invitation_already_accepted");
    await takeAttempt(tx, "invitation", { account: TEAM, address: "" });
    await takeAttempt(tx, "invitation_again", { account: user.id, address: "" });
    await voidTokens(tx, user.id);
    await mailInvitation(tx, lead, user.id);
    await recordEvent(tx, asPerson(lead), "invitation_resent", { about: `person:${user.id}` });
  });
  sendMailsSoon(db);
}

async function mailInvitation(tx: Database, { locale, name, email }: Person, userId: string): Promise<void> {
  const link = linkFor(await issueToken(tx, userId, "invitation"));
  await enqueueMail(tx, userId, locale, "supportInvitation", { inviter: name || email, link });
}
