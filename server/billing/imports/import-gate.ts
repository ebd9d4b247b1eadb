import { type SQL, sql } from "drizzle-orm";

/**
 * What changes an import's invoices passes here shared, what changes the import itself exclusively. The row's own lock decides
 * who wins; but those who share it may join past whoever waits for it, so that a busy import could never be transmitted.
 * Here everybody queues. To be selected from; held until the transaction ends.
 */
export function importGate(importId: SQL, mode: "shared" | "exclusive"): SQL {
  const lock = mode === "shared" ? sql`pg_advisory_xact_lock_shared` : sql`pg_advisory_xact_lock`;
  return sql`(select ${lock}(hashtextextended(${importId}, 0)) offset 0) gate`;
}
