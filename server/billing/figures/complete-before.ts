import { type SQL, sql } from "drizzle-orm";

// Processes of versions before migration 0077 do not compute the figures of customers who were never asked; they compute the other figures
// and update only `complete_before`. `unasked_before` records how current the figures of those customers are; null if they were never
// computed.

/** SQL for the transaction before which all changes are in a company's figures, for a row of `rollup_states` under this name. */
export function completeBefore(state: SQL): SQL {
  return sql`least(${state}.complete_before, ${state}.unasked_before)`;
}

/** Condition: the company's figures must be recomputed even without new changes. */
export function whereMoved(state: SQL): SQL {
  return sql`(${state}.unasked_before is null or ${state}.moved_in >= ${completeBefore(state)})`;
}
