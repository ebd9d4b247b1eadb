import { type SQL, sql } from "drizzle-orm";

/**
 * A lock until the transaction ends, to be selected from: shared for changing an import's invoices, exclusive for changing the import itself. A row
 * lock alone would not do: those who share it may overtake a waiting exclusive lock, so a busy import could never be transmitted. Advisory locks
 * queue fairly.
 */
export function importGate(importId: SQL, mode: "shared" | "exclusive"): SQL {
  const lock = mode === "shared" ? sql`pg_advisory_xact_lock_shared` : sql`pg_advisory_xact_lock`;
  return sql`(select ${lock}(hashtextextended(${importId}, 0)) offset 0) gate`;
}
