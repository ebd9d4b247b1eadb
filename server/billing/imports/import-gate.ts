import { type SQL, sql } from "drizzle-orm";

/**
 * SQL to select from, which takes a lock until the transaction ends: shared for changing an import's invoices, exclusive for changing the import
 * itself. A row lock is not enough: shared holders may overtake a waiting exclusive lock, so a busy import could never be transmitted. Advisory
 * locks queue fairly.
 */
export function importGate(importId: SQL, mode: "shared" | "exclusive"): SQL {
  const lock = mode === "shared" ? sql`pg_advisory_xact_lock_shared` : sql`pg_advisory_xact_lock`;
  return sql`(select ${lock}(hashtextextended(${importId}, 0)) offset 0) gate`;
}
