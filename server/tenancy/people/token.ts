import { randomBytes } from "node:crypto";
import { and, eq, lt, or, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { users, type userTokenPurpose, userTokens } from "@/db/schema/users";
import { DAY_MS, HOUR_MS } from "@/server/domain/formats/time";
import { env } from "@/server/env";
import { hashSecret } from "@/server/platform/hash-secret";

export type TokenPurpose = (typeof userTokenPurpose.enumValues)[number];

/** Time for which a mailed link works, in ms. */
const LIFETIME_MS: Record<TokenPurpose, number> = { invitation: 7 * DAY_MS, password_reset: HOUR_MS };

/**
 * Creates a token with which its holder sets the person's password, once. Only the answer contains it; the database has its hash. For an id
 * without a person the same statement runs, and nothing is stored.
 */
export async function issueToken(tx: Database, userId: string, purpose: TokenPurpose): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const expiresAt = new Date(Date.now() + LIFETIME_MS[purpose]);
  await tx.insert(userTokens).select(
    tx
      .select({
        hash: sql`${hashSecret(token)}::text`.as("hash"),
        userId: users.id,
        purpose: sql`${purpose}::user_token_purpose`.as("purpose"),
        createdAt: sql`now()`.as("created_at"),
        expiresAt: sql`${expiresAt.toISOString()}::timestamptz`.as("expires_at"),
        usedAt: sql`null::timestamptz`.as("used_at"),
      })
      .from(users)
      .where(eq(users.id, userId)),
  );
  return token;
}

/** Returns the address at which a person redeems a token. */
export function linkFor(token: string): string {
  return `${env().PUBLIC_URL}/set-password?token=${token}`;
}

/** Returns the address of the page on which people sign in. */
export function signInPageUrl(): string {
  return `${env().PUBLIC_URL}/sign-in`;
}

/** Returns the address at which a person asks for a new password. */
export function forgottenLink(): string {
  return `${env().PUBLIC_URL}/forgotten`;
}

/** Condition: the token is unused and has not expired. */
export function whereTokenIsLive() {
  return and(sql`${userTokens.usedAt} is null`, sql`${userTokens.expiresAt} > now()`);
}

/** Deletes all of the person's links, mailed or not. */
export async function voidTokens(tx: Database, userId: string): Promise<void> {
  await tx.delete(userTokens).where(eq(userTokens.userId, userId));
}

/** Deletes tokens that are used or have expired. */
export async function forgetOldTokens(db: Database): Promise<void> {
  await db.delete(userTokens).where(or(lt(userTokens.expiresAt, sql`now()`), sql`${userTokens.usedAt} is not null`));
}
