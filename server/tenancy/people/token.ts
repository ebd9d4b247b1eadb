import { randomBytes } from "node:crypto";
import { and, eq, lt, or, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { users, type userTokenPurpose, userTokens } from "@/db/schema/users";
import { DAY_MS, HOUR_MS } from "@/server/domain/time";
import { env } from "@/server/env";
import { hashSecret } from "@/server/platform/hash-secret";

export type TokenPurpose = (typeof userTokenPurpose.enumValues)[number];

/** How long a mailed link works, in ms. */
const LIFETIME_MS: Record<TokenPurpose, number> = { invitation: 7 * DAY_MS, password_reset: HOUR_MS };

/**
 * Makes what lets its holder set the person's password, once. It is in the answer and nowhere else: only its hash is kept. For an id
 * that is nobody's the same is done, and nothing kept.
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

/** Where a person redeems a token. */
export function linkFor(token: string): string {
  return `${env().PUBLIC_URL}/set-password?token=${token}`;
}

export function signInLink(): string {
  return `${env().PUBLIC_URL}/sign-in`;
}

/** Where a person asks for a new password. */
export function forgottenLink(): string {
  return `${env().PUBLIC_URL}/forgotten`;
}

/** Whether a token still opens anything. */
export function whereTokenIsLive() {
  return and(sql`${userTokens.usedAt} is null`, sql`${userTokens.expiresAt} > now()`);
}

/** Takes every link from the person, mailed or not. */
export async function voidTokens(tx: Database, userId: string): Promise<void> {
  await tx.delete(userTokens).where(eq(userTokens.userId, userId));
}

/** Removes what opens nothing any more. */
export async function forgetOldTokens(db: Database): Promise<void> {
  await db.delete(userTokens).where(or(lt(userTokens.expiresAt, sql`now()`), sql`${userTokens.usedAt} is not null`));
}
