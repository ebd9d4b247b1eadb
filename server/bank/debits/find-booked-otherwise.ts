import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { BankTransaction } from "@/db/schema/bank-transactions";
import type { Actor } from "@/server/actor";

/** Days between the dates that a bank gives one booking in two kinds of files. */
const DAYS_APART = 3;

/** A payment on a statement, and a direct debit that it seems to collect. */
export interface Collecting {
  transaction: Pick<BankTransaction, "bankAccountId" | "entryId" | "bookedOn">;
  debitId: string;
}

/**
 * Returns the ids of debits whose money may be on their invoices already: a payment of the same day that no kind of file contains together with
 * the debit's is booked on one of them as an ordinary payment, or such a booking waits for a second person. Also one of up to three days before
 * or after, since banks date one booking differently in two kinds of files: if it is on the same account, and the debit's amount was booked
 * on the invoice after the debit's file was made. A bank books a batch as a sum in one kind of file and
 * debit by debit in another, and a person may have booked the first of them by hand. The caller has locked the invoices.
 */
export async function findBookedOtherwise(
  tx: Database,
  { partnerId }: Pick<Actor, "partnerId">,
  collecting: readonly Collecting[],
): Promise<Set<string>> {
  if (collecting.length === 0) return new Set();
  const rows = collecting.map(({ transaction: { entryId, bookedOn, bankAccountId }, debitId }) => ({
    ...{ id: debitId, entry: entryId, day: bookedOn, account: bankAccountId },
  }));
  const found = await tx.execute<{ id: string }>(sql`
    with part as (
      select n.id, n.entry, n.day, n.account, p.invoice_id, p.amount_cents, d.file_id
      from json_to_recordset(${JSON.stringify(rows)}::json) n (id text, entry text, day date, account text)
      join debits d on d.partner_id = ${partnerId} and d.id = n.id
      join payments p on p.partner_id = ${partnerId} and p.debit_id = n.id and p.undone_by is null and p.status <> 'cancelled'
    ), other as (
      -- Ids sort by age. A debit collects less by what was paid before its file was made.
      select part.id, part.entry, part.day, part.account, p.bank_transaction_id,
        p.amount_cents = part.amount_cents and p.id > part.file_id as is_same_amount from part
      join payments p on p.partner_id = ${partnerId} and p.invoice_id = part.invoice_id and p.debit_id is null and p.undone_by is null
      where p.bank_transaction_id is not null
      union
      select part.id, part.entry, part.day, part.account, q.bank_transaction_id,
        q.parts @> jsonb_build_array(jsonb_build_object('invoiceId', part.invoice_id, 'amountCents', part.amount_cents)) from part
      join proposals q on q.partner_id = ${partnerId} and q.decided_at is null and q.bank_transaction_id is not null
        and q.parts @> jsonb_build_array(jsonb_build_object('invoiceId', part.invoice_id))
    )
    select distinct other.id from other
    join bank_transactions t on t.partner_id = ${partnerId} and t.id = other.bank_transaction_id
    where t.entry_id <> other.entry
      and (t.booked_on = other.day
        or other.is_same_amount and t.bank_account_id = other.account and abs(t.booked_on - other.day) <= ${DAYS_APART})
      and not exists (select from statement_entry_keys own join statement_entry_keys of on of.partner_id = own.partner_id and of.family = own.family
        where own.partner_id = t.partner_id and own.entry_id = other.entry and of.entry_id = t.entry_id)`);
  return new Set(found.map(({ id }) => id));
}
