import { and, count, eq, isNull } from "drizzle-orm";
import { Secret } from "otpauth";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { recoveryCodes } from "@/db/schema/factors";
import { hashSecret } from "@/server/platform/hash-secret";
import type { Person } from "@/server/tenancy/people/person";
import { asPerson, recordEvent } from "@/server/tenancy/security-events/record-event";

const CODES = 10;
/** 80 bits: too many to try, also where the hashes are stolen. */
const CODE_BYTES = 10;

/** Ten new codes, each of which once stands for a lost factor; those before count no more. They are in the answer and nowhere else. */
export async function issueRecoveryCodes(tx: Database, userId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, () => new Secret({ size: CODE_BYTES }).base32.toLowerCase());
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ userId, hash: hashOf(userId, code) })));
  return codes.map((code) => code.replace(/.{4}(?=.)/g, "$&-"));
}

/** `issueRecoveryCodes` for a person who asks for new ones. */
export function renewRecoveryCodes(db: Database, person: Pick<Person, "id" | "partnerId">): Promise<string[]> {
  return db.transaction(async (tx) => {
    await recordEvent(tx, asPerson(person), "recovery_codes_renewed", { about: `person:${person.id}` });
    return issueRecoveryCodes(tx, person.id);
  });
}

/** Takes the code if it is one of the person's that was not used. */
export async function takeRecoveryCode(tx: Database, userId: string, given: string): Promise<boolean> {
  const code = given.replace(/[\s-]/g, "").toLowerCase();
  const taken = await tx
    .update(recoveryCodes)
    .set({ usedAt: new Date() })
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.hash, hashOf(userId, code)), isNull(recoveryCodes.usedAt)))
    .returning({ userId: recoveryCodes.userId });
  return taken.length > 0;
}

/** How many of the person's codes were not used yet. */
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
