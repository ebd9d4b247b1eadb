import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { users } from "@/db/schema/users";
import { DomainError } from "@/server/errors";
import { asPerson, recordEvent } from "@/server/platform/audit/record-event";
import { enqueueMail } from "@/server/platform/mail/enqueue-mail";
import { sendMailsSoon } from "@/server/platform/mail/send-mails-soon";
import { giveBackAttempt, takeAttempt } from "./attempts";
import { endingSessions } from "./ending-sessions";
import { checkPassword, hashPassword, verifyPassword } from "./password";
import type { Person } from "./person";
import { forgottenLink, voidTokens } from "./token";

export interface PasswordChange {
  currentPassword: string;
  newPassword: string;
  /** The client's address, as far as the proxies in between are trusted. */
  address: string;
}

/**
 * Changes the password and ends every session, because one may be stolen. The page then signs in with the new password. Throws
 * `invalid_password`, `wrong_password`, and `too_many_attempts` as signing in does.
 */
export async function changePassword(
  db: Database,
  person: Person,
  { currentPassword, newPassword, address }: PasswordChange,
): Promise<void> {
  checkPassword(newPassword, person);
  const attempt = await takeAttempt(db, "password", { account: person.email, address });
  const currentHash = await findPasswordHash(db, person);
  if (!(await verifyPassword(currentHash, currentPassword))) throw new DomainError("wrong_password");
  await giveBackAttempt(db, attempt);

  const passwordHash = await hashPassword(newPassword);
  await db.transaction(async (tx) => {
    const changed = await tx
      .update(users)
      .set({ passwordHash, ...endingSessions })
      .where(and(eq(users.id, person.id), eq(users.passwordHash, currentHash ?? "")))
      .returning({ id: users.id });
    // If two changes run at once, the second no longer gives the current password.
    if (changed.length === 0) throw new DomainError("wrong_password");
    await voidTokens(tx, person.id);
    await recordEvent(tx, asPerson(person), "password_changed", { about: `person:${person.id}` });
    await enqueueMail(tx, person.id, person.locale, "passwordChanged", { link: forgottenLink() });
  });
  sendMailsSoon(db);
}

async function findPasswordHash(db: Database, person: Person): Promise<string | null> {
  const [user] = await db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, person.id));
  return user?.passwordHash ?? null;
}
