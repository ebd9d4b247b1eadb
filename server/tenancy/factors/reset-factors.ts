import { eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { factors, recoveryCodes } from "@/db/schema/factors";
import { type User, users } from "@/db/schema/users";
import type { Actor } from "@/server/actor";
import { DomainError } from "@/server/errors";
import { asOperator, type EventAuthor, recordEvent } from "@/server/platform/audit/record-event";
import { enqueueMail } from "@/server/platform/mail/enqueue-mail";
import { sendMailsSoon } from "@/server/platform/mail/send-mails-soon";
import { spellEmail } from "@/server/tenancy/people/email";
import { endingSessions } from "@/server/tenancy/people/ending-sessions";
import { lockMember } from "@/server/tenancy/people/member";
import { forgottenLink } from "@/server/tenancy/people/token";

/** Removes all factors and codes of a member who has lost them, so that the member can set up others. Throws `invalid_user_id`. */
export async function resetMemberFactors(db: Database, actor: Actor, userId: string): Promise<void> {
  // Administrators remove their own factors one by one, in the settings.
  if (userId === actor.id) throw new DomainError("invalid_user_id");
  await db.transaction(async (tx) => resetFactors(tx, await lockMember(tx, actor, userId), actor));
  sendMailsSoon(db);
}

/** Removes all factors and codes of any person, for the operator. Throws `invalid_user_id`. */
export async function resetUserFactors(db: Database, email: string): Promise<{ id: string }> {
  return db.transaction(async (tx) => {
    const [user] = await tx
      .select()
      .from(users)
      .where(eq(users.email, spellEmail(email)))
      .for("no key update");
    if (!user) throw new DomainError("invalid_user_id");
    await resetFactors(tx, user, asOperator(user.partnerId));
    return { id: user.id };
  });
}

/** Removes all of a person's factors and codes, ends their sessions, and mails them. */
export async function resetFactors(tx: Database, { id, locale }: User, author: EventAuthor | Actor): Promise<void> {
  await tx.delete(factors).where(eq(factors.userId, id));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, id));
  // The lost device may be signed in.
  await tx.update(users).set(endingSessions).where(eq(users.id, id));
  await recordEvent(tx, author, "factors_reset", { about: `person:${id}` });
  await enqueueMail(tx, id, locale, "factorsReset", { link: forgottenLink() });
}
