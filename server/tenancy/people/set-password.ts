import { and, eq, isNull, ne, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { type User, users, userTokens } from "@/db/schema/users";
import { DomainError } from "@/server/errors";
import { asPerson, recordEvent } from "@/server/platform/audit/record-event";
import { hashSecret } from "@/server/platform/hash-secret";
import { enqueueMail } from "@/server/platform/mail/enqueue-mail";
import { sendMailsSoon } from "@/server/platform/mail/send-mails-soon";
import { forgetAttempts } from "./attempts";
import { endingSessions } from "./ending-sessions";
import { findToken } from "./find-token";
import { checkPassword, hashPassword } from "./password";
import { forgottenLink, whereTokenIsLive } from "./token";

export interface ChosenPassword {
  token: string;
  password: string;
  /** Required from people who have no name yet. */
  name: string | null;
}

/**
 * Redeems a mailed link or a one-time password. Of simultaneous callers, exactly one succeeds. Ends every session and voids every other
 * link. Throws `link_not_valid`, `invalid_person_name` if a name is needed, and `invalid_password`.
 */
export async function setPassword(db: Database, { token, password, name: given }: ChosenPassword): Promise<Pick<User, "email">> {
  const found = await findToken(db, token);
  const name = found.name || given?.trim();
  if (!name) throw new DomainError("invalid_person_name");
  checkPassword(password, { email: found.email, name });
  const passwordHash = await hashPassword(password);

  await db.transaction(async (tx) => {
    const user = await lockEnabledUser(tx, found.userId);
    await redeem(tx, token);
    await tx
      .update(users)
      .set({ passwordHash, name, ...endingSessions })
      .where(eq(users.id, user.id));
    await forgetAttempts(tx, "password", user.email);
    await recordEvent(tx, asPerson(user), "password_set", { about: `person:${user.id}` });
    // A person who accepts an invitation knows of the password. A person with an earlier one is told: somebody else may have reset it.
    if (user.passwordHash) await enqueueMail(tx, user.id, user.locale, "passwordChanged", { link: forgottenLink() });
  });
  sendMailsSoon(db);
  return { email: found.email };
}

/** Locks the user. Take this lock before changing how a person signs in, so that two links redeemed at once do not deadlock. */
async function lockEnabledUser(tx: Database, userId: string): Promise<User> {
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.disabledAt)))
    .for("no key update");
  if (!user) throw new DomainError("link_not_valid");
  return user;
}

async function redeem(tx: Database, token: string): Promise<void> {
  const hash = hashSecret(token);
  const redeemed = await tx
    .update(userTokens)
    .set({ usedAt: sql`now()` })
    .where(and(eq(userTokens.hash, hash), whereTokenIsLive()))
    .returning({ userId: userTokens.userId });
  if (redeemed.length === 0) throw new DomainError("link_not_valid");
  await tx.delete(userTokens).where(and(eq(userTokens.userId, only(redeemed).userId), ne(userTokens.hash, hash)));
}
