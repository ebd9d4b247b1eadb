import { sql } from "drizzle-orm";
import { textArray } from "@/db/array-text";
import type { Database } from "@/db/client";
import type { DebitFile } from "@/db/schema/debit-files";
import { SHARED_ID_LENGTH } from "@/server/domain/banking/pain-elements";

/**
 * Whether an entry on a statement shows that the bank has the file: it names the file, one of its batches or one of its debits. The entry need
 * not be matched yet, and its statement may wait. Entries do not count
 * - if they belong to an earlier, withdrawn file of the same debits;
 * - if their statement was withdrawn.
 *
 * With `debitIds`, only these debits of the file are meant. An entry that names the file or a batch then counts only until it is booked or
 * noted, because other debits explain it. Ids sort by age, so only entries that were stored after the file was made are read.
 */
export async function isNamedByBank(
  tx: Database,
  { partnerId, id }: Pick<DebitFile, "partnerId" | "id">,
  debitIds?: readonly string[],
): Promise<boolean> {
  const isMeant = debitIds ? sql`d.id = any(${textArray(debitIds)}::text[])` : sql`true`;
  const isExplained = debitIds ? sql`t.state in ('booked', 'noted')` : sql`false`;
  const texts = sql`lower(regexp_replace(array_to_string(t."references", ' ') || ' ' || t.text, '\\s', '', 'g'))`;
  const named = await tx.execute(sql`
    select from bank_transactions t
    where t.partner_id = ${partnerId} and t.id > ${id} and t.state <> 'withdrawn'
      and ((not ${isExplained} and strpos(${texts}, right(${id}::text, ${SHARED_ID_LENGTH})) > 0)
        or (t.end_to_end_id <> '' and exists (select from debits d
          where d.partner_id = t.partner_id and d.end_to_end_id = lower(t.end_to_end_id) and d.file_id = ${id} and ${isMeant})))
      and not exists (select from withdrawn_file_entries e where e.partner_id = t.partner_id and e.bank_transaction_id = t.id and e.file_id <> ${id})
    limit 1`);
  return named.length > 0;
}
