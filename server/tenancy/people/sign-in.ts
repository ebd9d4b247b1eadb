import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { partners } from "@/db/schema/partners";
import { users, userTokens } from "@/db/schema/users";
import { DomainError } from "@/server/errors";
import { isEmailAddress } from "@/server/platform/fields";
import { hashSecret } from "@/server/platform/hash-secret";
import { asNobody, recordEvent } from "@/server/tenancy/security-events/record-event";
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
  /** What the browser keeps to be known again, if it brought it. */
  deviceToken?: string | null;
}

/** Who may begin a session. */
export interface SignedIn {
  userId: string;
  sessionVersion: number;
  /** The organisation's own name of the session, by which it may end it. */
  organisationSession?: string;
}

/**
 * The person with this e-mail address and password. Throws `invalid_credentials` for every mismatch, after the same work; `too_many_attempts` after
 * five failures in 15 minutes for this account from this address, 50 from this address, or 25 for this account to clients that have not signed in to it before; and `password_not_set` for the one-time password, which
 * only opens the page where a password is chosen; and `organisation_required` for the right one of a person whose organisation insists on its own sign-in.
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
  if (found && (matches || found.isOneTime) && organisationInstead(found.partnerId)) throw new DomainError("organisation_required");
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
  /** What was given as the password is a link's token that was not used yet. */
  isOneTime: boolean;
}

/** Only people who are enabled, and whose partner is not suspended. */
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

/** Nothing if the account was disabled, or its password changed, while the password was compared. */
async function rememberSignIn(db: Database, { id, sessionVersion }: Account): Promise<SignedIn | undefined> {
  const [signedIn] = await db
    .update(users)
    .set({ lastSignedInAt: new Date() })
    .where(and(eq(users.id, id), eq(users.sessionVersion, sessionVersion), isNull(users.disabledAt)))
    .returning({ userId: users.id, sessionVersion: users.sessionVersion });
  return signedIn;
}
