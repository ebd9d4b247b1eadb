import { type SQL, sql } from "drizzle-orm";

// A process of a version before migration 0077 knows nothing of customers who were never asked: it sums the other figures, and moves `complete_before` alone.
// `unasked_before` says how far the figures of those customers go. Null: no process has summed them.

/** The transaction before which all changes are in a company's figures, for a row of `rollup_states` under this name. */
export function completeBefore(state: SQL): SQL {
  return sql`least(${state}.complete_before, ${state}.unasked_before)`;
}

/** Whether a company is to be summed again, whichever changes there were. */
export function whereMoved(state: SQL): SQL {
  return sql`(${state}.unasked_before is null or ${state}.moved_in >= ${completeBefore(state)})`;
}
