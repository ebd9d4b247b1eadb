import { type SQL, sql } from "drizzle-orm";
import { whereLineIs } from "@/db/line-types";
import { SHARED_ID_LENGTH } from "@/server/domain/banking/pain-elements";

/**
 * SQL for the fees of an invoice that debit `d` leaves out, in cents, paid or not: all of them if it collects another debit once more, because
 * the payer did not agree to them by the mandate; otherwise 0.
 */
export const feesLeftOut = (invoiceId: SQL): SQL<number> =>
  sql<number>`(case when d.repeats_debit_id is null then 0 else (select coalesce(sum(fee.amount_cents), 0) from invoice_lines fee
    where fee.partner_id = d.partner_id and fee.invoice_id = ${invoiceId} and ${whereLineIs(sql`fee.type`, "fee")}) end)`.mapWith(Number);

/**
 * Condition: the bank may have the money of the debit `over`, which it has rejected or returned. It has said so since, the return waits for its
 * booking, the debit was booked after all, or the bank has named a withdrawn file that contained it.
 */
export const whereMayBeCollected: SQL<boolean> = sql<boolean>`(over.status not in ('rejected', 'returned')
  or over.status = 'rejected' and (over.returned_transaction_id is not null or coalesce(over.report_status in ('accepted', 'executed'), false))
  or exists (select from withdrawn_debits w where w.partner_id = over.partner_id and w.debit_id = over.id and w.named_at is not null
    and w.file_id is distinct from over.file_id))`;

/**
 * Condition: an incoming payment that nobody has decided about may be the money of the debit `over`: it has the debit's end-to-end id, or names
 * its file or a batch of the file.
 */
export const whereMoneyWaits: SQL<boolean> = sql<boolean>`exists (select from bank_transactions t
  where t.partner_id = over.partner_id and t.state in ('new', 'open', 'later', 'waiting') and t.amount_cents > 0
    and (lower(t.end_to_end_id) = over.end_to_end_id
      or strpos(lower(regexp_replace(array_to_string(t."references", ' ') || ' ' || t.text, '\\s', '', 'g')), right(over.file_id, ${SHARED_ID_LENGTH})) > 0))`;

/** Condition: this holds of the debit that `d` collects once more; false if it collects none. */
export const whereRepeated = (condition: SQL<boolean>): SQL<boolean> =>
  sql<boolean>`(d.repeats_debit_id is not null and exists (select from debits over
    where over.partner_id = d.partner_id and over.id = d.repeats_debit_id and ${condition}))`;
