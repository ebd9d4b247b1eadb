import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type User, users } from "@/db/schema/users";
import { DomainError } from "@/server/errors";
import { asNobody, recordEvent } from "@/server/platform/audit/record-event";
import { isEmailAddress } from "@/server/platform/fields";
import { newId } from "@/server/platform/id";
import { enqueueMail } from "@/server/platform/mail/enqueue-mail";
import { sendMailsSoon } from "@/server/platform/mail/send-mails-soon";
import { takeAttempt } from "./attempts";
import { spellEmail } from "./email";
import { organisationInstead } from "./organisation";
import { issueToken, linkFor, signInPageUrl } from "./token";

/**
 * Mails a link for a new password, if the address has an account. The answer does not reveal whether it has one: for an unknown address the
 * same statements run, in a transaction that also writes. Throws `invalid_email`, and `too_many_attempts` after three requests in 15
 * minutes for one e-mail address, or 20 from one client.
 */
export async function requestPasswordReset(db: Database, request: { email: string; address: string }): Promise<void> {
  const email = spellEmail(request.email);
  if (!isEmailAddress(email)) throw new DomainError("invalid_email");

  await db.transaction(async (tx) => {
    await takeAttempt(tx, "password_reset", { account: email, address: request.address });
    const person = (await findEnabledUser(tx, email)) ?? nobody();
    const token = await issueToken(tx, takesPassword(person) ? person.id : newId(), "password_reset");
    if (takesPassword(person)) await enqueueMail(tx, person.id, person.locale, "passwordReset", { link: linkFor(token) });
    else await enqueueMail(tx, person.id, person.locale, "signInWithOrganisation", { link: signInPageUrl() });
    await recordEvent(tx, asNobody(person.partnerId), "password_reset_requested", { about: `person:${person.id}` });
  });
  sendMailsSoon(db);
}

type Person = Pick<User, "id" | "partnerId" | "locale" | "passwordHash" | "oidcSubject">;

async function findEnabledUser(tx: Database, email: string): Promise<Person | undefined> {
  const [user] = await tx
    .select({
      id: users.id,
      partnerId: users.partnerId,
      locale: users.locale,
      passwordHash: users.passwordHash,
      oidcSubject: users.oidcSubject,
    })
    .from(users)
    .where(and(eq(users.email, email), isNull(users.disabledAt)));
  return user;
}

/** A person who does not exist, so that no mail is sent. */
function nobody(): Person {
  return { id: newId(), partnerId: null, locale: "en", passwordHash: null, oidcSubject: null };
}

/**
 * Whether the person gets a link. A person who signs in only with an organisation gets none: a password would let them in even after the
 * organisation has let them go.
 */
function takesPassword({ partnerId, passwordHash, oidcSubject }: Person): boolean {
  return (passwordHash !== null || oidcSubject === null) && !organisationInstead(partnerId);
}
