import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { Actor } from "@/server/actor";

/** Maximum time for which a transaction waits for another one of the same account, and then for each of its further queries. */
const LOCK_TIMEOUT = "60s";

/**
 * Locks the statements of accounts until the transaction ends: nobody else adds or withdraws a statement. Locks by IBAN rather than by company,
 * because several companies may share an account. The order is fixed, to avoid deadlocks.
 */
export async function lockAccounts(tx: Database, { partnerId }: Actor, ibans: readonly string[]): Promise<void> {
  await tx.execute(sql`select set_config('lock_timeout', ${LOCK_TIMEOUT}, true), set_config('statement_timeout', ${LOCK_TIMEOUT}, true)`);
  for (const iban of [...new Set(ibans)].sort()) {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`statements ${partnerId} ${iban}`}, 0))`);
  }
}
