import { eq, gte, like, lt, or, type SQL, sql } from "drizzle-orm";
import { invoices } from "@/db/schema/invoices";
import { spellingsOf } from "@/server/domain/words/spellings";

/** More words than anyone types or pastes; the rest would only cost time. */
const LONGEST_SEARCH = 300;
const MOST_WORDS = 8;

/**
 * The typed words as conditions that an invoice must all meet: each word occurs in the searched text, whole or in part, ignoring case and accents;
 * "Müller" finds Mueller, and "Mueller" Müller.
 * An id matches by its beginning; an IBAN may contain spaces; an amount is what was billed or is outstanding. Within a partner, the number of its credit
 * note finds an invoice too.
 */
export function searchTerms(search: string, partnerId?: string): SQL[] {
  return wordsOf(search).map((word) => {
    const id = word.toLowerCase();
    const cents = AMOUNT.test(word) ? Math.round(Number(word.replace(",", ".")) * 100) : null;
    const others = [
      // No character of an id sorts after f.
      PART_OF_ID.test(id) ? sql`(${gte(invoices.id, id)} and ${lt(invoices.id, `${id}g`)})` : undefined,
      cents !== null ? sql`(${eq(invoices.amountTotalCents, cents)} or ${eq(invoices.amountBilledCents, cents)})` : undefined,
      partnerId && /\d/.test(word) ? hasCreditNote(partnerId, word) : undefined,
    ].filter((other) => other !== undefined);
    const found = [...spellingsOf(word).map(contains), ...others];
    return found.length === 1 ? contains(word) : sql`(${or(...found)})`;
  });
}

/** Looked up once, by an index of its own, so that going through the list stays within the list's. */
function hasCreditNote(partnerId: string, number: string): SQL {
  return sql`${invoices.invoiceNumber} = any(array(select credited.invoice_number from invoices credited
    where credited.partner_id = ${partnerId} and credited.credit_note_number is not null and lower(credited.credit_note_number) = lower(${number})))`;
}

const AMOUNT = /^\d{1,9}[.,]\d{2}$/;

function wordsOf(search: string): string[] {
  // "Brandsma, Ada" is how lists and letters write it.
  const text = search
    .toWellFormed()
    .replaceAll("\0", " ")
    .slice(0, LONGEST_SEARCH)
    .replace(/[,;]+(?=\s|$)/g, " ")
    .trim();
  const joined = text.replace(/\s+/g, "");
  if (WHOLE_IBAN.test(joined)) return [joined];
  return [...new Set(text.split(/\s+/).filter(Boolean))].slice(0, MOST_WORDS);
}

const WHOLE_IBAN = /^[a-z]{2}\d{2}(?=.*\d{6})[a-z0-9]{8,30}$/i;

/** Shorter beginnings of an id are taken for words alone. */
const PART_OF_ID = /^[0-9a-f]{8,40}$/;

function contains(word: string): SQL {
  const folded = sql`fold_for_search(${word})`;
  // The index `invoices_searched` does not contain shorter words. Conditions in another form keep the planner from trying it.
  if (!/[\p{L}\p{N}]{3}/u.test(word)) return sql`strpos(${invoices.searchText}, ${folded}) > 0`;
  // Folded first: what looks like a letter may turn out to be a wildcard.
  return like(invoices.searchText, sql`'%' || regexp_replace(${folded}, '([\\\\%_])', '\\\\\\1', 'g') || '%'`);
}
