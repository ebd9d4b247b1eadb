import { and, count, eq, isNull } from "drizzle-orm";
import { Secret } from "otpauth";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { recoveryCodes } from "@/db/schema/factors";
import { asPerson, recordEvent } from "@/server/platform/audit/record-event";
import { hashSecret } from "@/server/platform/hash-secret";
import type { Person } from "@/server/tenancy/people/person";

const CODES = 10;
/** 80 bits: too many to try, even with stolen hashes. */
const CODE_BYTES = 10;

/**
 * Creates ten recovery codes, each of which replaces a lost factor once. Earlier codes become invalid. Only the answer contains the codes.
 */
export async function issueRecoveryCodes(tx: Database, userId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, () => new Secret({ size: CODE_BYTES }).base32.toLowerCase());
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ userId, hash: hashOf(userId, code) })));
  return codes.map((code) => code.replace(/.{4}(?=.)/g, "$&-"));
}

/** Calls `issueRecoveryCodes` for a person who asks for new ones. */
export function renewRecoveryCodes(db: Database, person: Pick<Person, "id" | "partnerId">): Promise<string[]> {
  return db.transaction(async (tx) => {
    await recordEvent(tx, asPerson(person), "recovery_codes_renewed", { about: `person:${person.id}` });
    return issueRecoveryCodes(tx, person.id);
  });
}

/** Uses up the code. Returns false unless it is an unused code of the person. */
export async function takeRecoveryCode(tx: Database, userId: string, given: string): Promise<boolean> {
  const code = given.replace(/[\s-]/g, "").toLowerCase();
  const taken = await tx
    .update(recoveryCodes)
    .set({ usedAt: new Date() })
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.hash, hashOf(userId, code)), isNull(recoveryCodes.usedAt)))
    .returning({ userId: recoveryCodes.userId });
  return taken.length > 0;
}

/** Returns the number of the person's unused codes. */
export async function countRecoveryCodes(db: Database, userId: string): Promise<number> {
  const left = await db
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
  return only(left).left;
}

function hashOf(userId: string, code: string): string {
  return hashSecret(`${userId} ${code}`);
}
