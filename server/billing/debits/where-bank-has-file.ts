import { type SQL, sql } from "drizzle-orm";

/**
 * Condition: debit `d` was in a file that a person withdrew, and that the bank has named since. The bank may collect it by that file, so it
 * goes into no other one until a person decides (`decideWithdrawnFile`).
 */
export const whereBankHasFile: SQL<boolean> = sql<boolean>`exists (select from withdrawn_debits w
  where w.partner_id = d.partner_id and w.debit_id = d.id and w.named_at is not null and w.file_id is distinct from d.file_id)`;
