import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { knownDevices } from "@/db/schema/sessions";
import { users } from "@/db/schema/users";
import { DomainError } from "@/server/errors";
import { UNKNOWN_ADDRESS } from "@/server/platform/client-address";
import { enqueueMail } from "@/server/platform/mail/enqueue-mail";
import { sendMailsSoon } from "@/server/platform/mail/send-mails-soon";
import { isGuessedByMany, takeAttempt } from "./attempts";
import { forgottenLink } from "./token";
import { hashesOf, type Visitor } from "./visitor";

interface Guess extends Pick<Visitor, "address" | "deviceToken"> {
  account: string;
}

/**
 * Takes an attempt at an account's password, and returns its id. Guesses from many addresses count only against unknown clients: a browser
 * or a network that has signed in to the account is not locked out. The owner is mailed when unknown clients are locked out, at most once a
 * day. Throws `too_many_attempts`.
 */
export async function takeGuess(db: Database, { account, address, deviceToken }: Guess): Promise<string> {
  const isStranger = !(await isKnown(db, account, { address, deviceToken, userAgent: "" }));
  try {
    return await takeAttempt(db, "password", { account, address, isStranger });
  } catch (error) {
    if (error instanceof DomainError && (await isGuessedByMany(db, account))) await warnOwner(db, account);
    throw error;
  }
}

async function isKnown(db: Database, account: string, visitor: Visitor): Promise<boolean> {
  const { addressHash, tokenHash } = hashesOf(visitor);
  // The placeholder for unknown addresses is shared, so it identifies nobody.
  const isOwnNetwork = visitor.address === UNKNOWN_ADDRESS ? undefined : eq(knownDevices.addressHash, addressHash);
  const known = await db
    .select({ userId: knownDevices.userId })
    .from(knownDevices)
    .innerJoin(users, eq(users.id, knownDevices.userId))
    .where(and(eq(users.email, account), or(isOwnNetwork, eq(knownDevices.tokenHash, tokenHash ?? ""))))
    .limit(1);
  return known.length > 0;
}

async function warnOwner(db: Database, account: string): Promise<void> {
  const wasNotWarnedToday = or(isNull(users.warnedOfGuessesAt), lt(users.warnedOfGuessesAt, sql`now() - interval '1 day'`));
  await db.transaction(async (tx) => {
    const [owner] = await tx
      .update(users)
      .set({ warnedOfGuessesAt: sql`now()` })
      .where(and(eq(users.email, account), isNull(users.disabledAt), wasNotWarnedToday))
      .returning({ id: users.id, locale: users.locale });
    if (owner) await enqueueMail(tx, owner.id, owner.locale, "passwordGuessed", { link: forgottenLink() });
  });
  sendMailsSoon(db);
}
