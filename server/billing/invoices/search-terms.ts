import { eq, gte, like, lt, or, type SQL, sql } from "drizzle-orm";
import { invoices } from "@/db/schema/invoices";
import { centsInWord, searchWords, wholeUnitsInWord } from "@/server/domain/words/search-words";
import { spellingsOf } from "@/server/domain/words/spellings";

/**
 * Converts the typed words into conditions, all of which an invoice must meet. A word matches if it occurs in the search text, whole or in
 * part, ignoring case and accents; "Müller" finds Mueller, and "Mueller" Müller. An id matches by its beginning; an IBAN may contain
 * spaces; an amount, also of whole units, is compared with the billed and the
 * outstanding amount. With `partnerId`, the number of a credit note matches, too.
 */
export function searchTerms(search: string, partnerId?: string): SQL[] {
  return searchWords(search).map((word) => {
    const id = word.toLowerCase();
    const cents = centsInWord(word) ?? wholeUnitsInWord(word);
    const others = [
      // No character of an id sorts after f, so `g` is an upper bound.
      PART_OF_ID.test(id) ? sql`(${gte(invoices.id, id)} and ${lt(invoices.id, `${id}g`)})` : undefined,
      cents !== undefined ? sql`(${eq(invoices.amountTotalCents, cents)} or ${eq(invoices.amountBilledCents, cents)})` : undefined,
      partnerId && /\d/.test(word) ? hasCreditNote(partnerId, word) : undefined,
    ].filter((other) => other !== undefined);
    const alternatives = [...spellingsOf(word).map(contains), ...others];
    // A single alternative is the word's only spelling.
    return alternatives.length === 1 ? contains(word) : sql`(${or(...alternatives)})`;
  });
}

/**
 * Condition: the invoice has a credit note of this number. The subquery runs once and uses the index `invoices_by_credit_note`, so that the
 * index of the list does not need that column.
 */
function hasCreditNote(partnerId: string, number: string): SQL {
  return sql`${invoices.invoiceNumber} = any(array(select credited.invoice_number from invoices credited
    where credited.partner_id = ${partnerId} and credited.credit_note_number is not null and lower(credited.credit_note_number) = lower(${number})))`;
}

/** Shorter beginnings of an id are treated as words only. */
const PART_OF_ID = /^[0-9a-f]{8,40}$/;

function contains(word: string): SQL {
  const folded = sql`fold_for_search(${word})`;
  // The index `invoices_searched` cannot find shorter words. `strpos` keeps the planner from trying.
  if (!/[\p{L}\p{N}]{3}/u.test(word)) return sql`strpos(${invoices.searchText}, ${folded}) > 0`;
  // Folded before wildcards are escaped, because folding may turn a letter into a wildcard. The pattern is `[\\%_]` in SQL: a backslash is
  // put before each wildcard and each backslash.
  return like(invoices.searchText, sql`'%' || regexp_replace(${folded}, '([\\\\%_])', '\\\\\\1', 'g') || '%'`);
}
