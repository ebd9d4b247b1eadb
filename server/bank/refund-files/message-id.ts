import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** Maximum number of characters of an id in files for banks. */
const LONGEST = 35;

/** Returns a file's message id. By it the bank refuses the same file a second time; a statement names it if the bank books one sum. */
export function messageIdOf(payoutId: string): string {
  return payoutId.slice(-LONGEST);
}

/** Returns the message id of a file in SQL, by the column of its id. */
export function messageIdIn(payoutId: SQLWrapper): SQL {
  return sql`right(${payoutId}, ${LONGEST})`;
}
