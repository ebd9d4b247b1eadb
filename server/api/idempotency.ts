import { and, eq, gt, lt, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { idempotencyKeys } from "@/db/schema/idempotency-keys";
import { DAY_MS } from "@/server/domain/formats/time";
import { DomainError } from "@/server/errors";

/** Time for which an answer is stored, in ms: 24 hours. */
const KEPT_MS = DAY_MS;

/** A request with an idempotency key. */
export interface KeyedRequest {
  partnerId: string;
  key: string;
  /** Hash of method, path and body: equal for equal requests. */
  fingerprint: string;
}

export interface KeptAnswer {
  status: number;
  body: string | null;
  /** The refused field, if known; null for other answers. */
  errorField: string | null;
}

/**
 * Does the work once per key and partner. The answer is committed in the transaction of the work, so that no crash can separate them.
 * Also stores refusals, as `refusalOf` presents them, after rolling back the work; other errors leave no trace. Throws
 * `idempotency_key_in_use` while the first request still runs, and `idempotency_key_reused` if the key was sent with a different request.
 */
export async function answerOnce(
  db: Database,
  { partnerId, key, fingerprint }: KeyedRequest,
  work: (tx: Database) => Promise<KeptAnswer>,
  refusalOf: (error: DomainError) => KeptAnswer,
): Promise<KeptAnswer & { replayed: boolean }> {
  return db.transaction(async (tx) => {
    await claim(tx, `${partnerId} ${key}`);

    const isKey = and(eq(idempotencyKeys.partnerId, partnerId), eq(idempotencyKeys.key, key));
    const [known] = await tx
      .select()
      .from(idempotencyKeys)
      .where(and(isKey, gt(idempotencyKeys.answeredAt, new Date(Date.now() - KEPT_MS))));
    if (known) {
      if (known.fingerprint !== fingerprint) throw new DomainError("idempotency_key_reused");
      return { status: known.status, body: known.body, errorField: known.errorField, replayed: true };
    }

    const answer = await tx.transaction(work).catch((error: unknown) => {
      if (error instanceof DomainError) return refusalOf(error);
      throw error;
    });
    const kept = { fingerprint, ...answer, answeredAt: new Date() };
    await tx
      .insert(idempotencyKeys)
      .values({ partnerId, key, ...kept })
      .onConflictDoUpdate({ target: [idempotencyKeys.partnerId, idempotencyKeys.key], set: kept });
    return { ...answer, replayed: false };
  });
}

/** Takes the lock that the first request holds until its transaction ends. Other requests are refused immediately. */
async function claim(tx: Database, name: string): Promise<void> {
  const { claimed } = only(
    await tx.execute<{ claimed: boolean }>(sql`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as claimed`),
  );
  if (!claimed) throw new DomainError("idempotency_key_in_use");
}

/** Deletes answers older than 24 hours. */
export async function forgetOldAnswers(db: Database): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.answeredAt, new Date(Date.now() - KEPT_MS)));
}
