import { sql } from "drizzle-orm";
import { textArray } from "@/db/array-text";
import type { Database } from "@/db/client";
import type { BankTransaction } from "@/db/schema/bank-transactions";
import type { Actor } from "@/server/actor";
import { isReturnKind } from "@/server/domain/banking/entry-kinds";
import { unbookedStateOf } from "./unbooked-state";

/**
 * Returns the ids of outgoing payments that may be money given back and that a person must look at, although the bank does not mark them,
 * as in CSV files: payments whose text says that money went back; whose amount came from the same account before, and is booked or at the
 * desk; whose amount is still to be given back to somebody; or whose amount is that of a refund that was cancelled or rejected after its
 * file could be given to the bank. `transactions` are in statement order, and earlier ones of them count as having come before.
 */
export async function findMoneyBack(tx: Database, actor: Actor, transactions: readonly BankTransaction[]): Promise<ReadonlySet<string>> {
  const came = new Set<string>();
  const found = new Set<string>();
  const toLookUp: string[] = [];
  for (const transaction of transactions) {
    const { id, bankAccountId, iban, amountCents, text } = transaction;
    if (amountCents > 0) came.add(`${bankAccountId} ${iban} ${amountCents}`);
    if (unbookedStateOf(transaction) !== "noted") continue;
    const hasCome = iban !== "" && came.has(`${bankAccountId} ${iban} ${-amountCents}`);
    if (isReturnKind(text) || hasCome) found.add(id);
    else toLookUp.push(id);
  }
  if (toLookUp.length === 0) return found;
  const isBefore = sql`c.partner_id = t.partner_id and c.bank_account_id = t.bank_account_id and t.iban <> '' and c.iban = t.iban
    and c.amount_cents = -t.amount_cents and c.recorded_order < t.recorded_order`;
  // The states are written out, because the indexes `bank_transactions_by_amount` and `_at_desk_by_account` have these conditions.
  const rows = await tx.execute<{ id: string }>(sql`select t.id from bank_transactions t
    where t.partner_id = ${actor.partnerId} and t.id = any(${textArray(toLookUp)}::text[])
      and (exists (select from bank_transactions c where ${isBefore} and c.state = 'booked')
        or exists (select from bank_transactions c where ${isBefore} and c.state not in ('new', 'booked', 'to_return', 'noted', 'returned')
          and c.state <> 'withdrawn')
        or exists (select from bank_transactions c where c.partner_id = t.partner_id and c.bank_account_id = t.bank_account_id
          and c.state = 'to_return' and c.amount_cents = -t.amount_cents)
        or exists (select from invoices i where i.partner_id = t.partner_id and i.company_id = t.company_id
          and i.amount_total_cents < 0 and i.amount_total_cents = t.amount_cents)
        or exists (select from payout_items o join payouts p on p.partner_id = o.partner_id and p.id = o.payout_id
          where o.partner_id = t.partner_id and o.status in ('cancelled', 'rejected') and o.amount_cents = -t.amount_cents
            and p.bank_account_id = t.bank_account_id and p.handed_out_at > t.booked_on - interval '90 days'))`);
  for (const { id } of rows) found.add(id);
  return found;
}
