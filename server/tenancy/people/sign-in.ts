import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { partners } from "@/db/schema/partners";
import { users, userTokens } from "@/db/schema/users";
import { DomainError } from "@/server/errors";
import { asNobody, recordEvent } from "@/server/platform/audit/record-event";
import { isEmailAddress } from "@/server/platform/fields";
import { hashSecret } from "@/server/platform/hash-secret";
import { giveBackAttempt } from "./attempts";
import { spellEmail } from "./email";
import { organisationInstead } from "./organisation";
import { verifyPassword } from "./password";
import { takeGuess } from "./take-guess";
import { whereTokenIsLive } from "./token";
import type { Visitor } from "./visitor";

export interface Credentials extends Pick<Visitor, "address"> {
  email: string;
  password: string;
  /** Value of the browser's device cookie, if it sent one. */
  deviceToken?: string | null;
}

/** A person who may begin a session. */
export interface SignedIn {
  userId: string;
  sessionVersion: number;
  /** The organisation's own id of the session, by which the organisation may end the session. */
  organisationSession?: string;
}

/**
 * Returns the person with this e-mail address and password. Throws:
 * - `invalid_credentials` for every mismatch, after the same work unless the text is no e-mail address;
 * - `too_many_attempts` after five failures in 15 minutes for this account from this address, 50 from this address, or 25 for this account
 *   if the client has never signed in to it;
 * - `password_not_set` for the one-time password, which only opens the page on which a password is chosen;
 * - `organisation_required` for a right or one-time password if the person's organisation insists on its own sign-in. This counts as a
 *   failure.
 */
export async function signIn(
  db: Database,
  { email, password, address, deviceToken = null }: Credentials,
  verify = verifyPassword,
): Promise<SignedIn> {
  const account = spellEmail(email);
  if (!isEmailAddress(account)) throw new DomainError("invalid_credentials");
  const attempt = await takeGuess(db, { account, address, deviceToken });

  const found = await findAccount(db, account, password);
  const matches = await verify(found?.passwordHash ?? null, password);
  const isRightOrOneTime = matches || found?.isOneTime;
  if (found && isRightOrOneTime && organisationInstead(found.partnerId)) throw new DomainError("organisation_required");
  const signedIn = found && matches ? await rememberSignIn(db, found) : undefined;
  if (!signedIn && !found?.isOneTime) {
    await recordEvent(db, asNobody(found?.partnerId ?? null), "sign_in_failed", { about: found && `person:${found.id}` });
    throw new DomainError("invalid_credentials");
  }

  await giveBackAttempt(db, attempt);
  if (!signedIn) throw new DomainError("password_not_set");
  return signedIn;
}

interface Account {
  id: string;
  partnerId: string | null;
  passwordHash: string | null;
  sessionVersion: number;
  /** Whether the given password is the unused token of a link. */
  isOneTime: boolean;
}

/** Returns the account, unless it is disabled or its partner suspended. */
async function findAccount(db: Database, email: string, password: string): Promise<Account | undefined> {
  const token = db
    .select({ hash: userTokens.hash })
    .from(userTokens)
    .where(and(eq(userTokens.hash, hashSecret(password)), eq(userTokens.userId, users.id), whereTokenIsLive()));
  const [found] = await db
    .select({
      id: users.id,
      partnerId: users.partnerId,
      passwordHash: users.passwordHash,
      sessionVersion: users.sessionVersion,
      isOneTime: sql<boolean>`exists ${token}`,
    })
    .from(users)
    .leftJoin(partners, eq(partners.id, users.partnerId))
    .where(and(eq(users.email, email), isNull(users.disabledAt), isNull(partners.suspendedAt)));
  return found;
}

/** Returns undefined if the account was disabled, or its password changed, during the comparison. */
async function rememberSignIn(db: Database, { id, sessionVersion }: Account): Promise<SignedIn | undefined> {
  const [signedIn] = await db
    .update(users)
    .set({ lastSignedInAt: new Date() })
    .where(and(eq(users.id, id), eq(users.sessionVersion, sessionVersion), isNull(users.disabledAt)))
    .returning({ userId: users.id, sessionVersion: users.sessionVersion });
  return signedIn;
}
