import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { LONGEST_PAIN_ID, painIdOf } from "@/server/domain/banking/pain-elements";

/** Returns a file's message id. The bank recognises the same file sent twice by this id, and names it on a statement if it books one sum. */
export function messageIdOf(payoutId: string): string {
  return painIdOf(payoutId);
}

/** Returns the message id of a file in SQL, by the column of its id. */
export function messageIdIn(payoutId: SQLWrapper): SQL {
  return sql`right(${payoutId}, ${LONGEST_PAIN_ID})`;
}
