import { sql } from "drizzle-orm";
import { textArray } from "@/db/array-text";
import type { Database } from "@/db/client";
import type { BankTransaction } from "@/db/schema/bank-transactions";
import type { Actor } from "@/server/actor";
import { unbookedStateOf } from "./unbooked-state";

/**
 * Returns the ids of outgoing payments that may take a payment back, though the bank does not say so: exactly their amount came from the
 * same account before, and is booked or at the desk. Files such as CSV do not mark a returned debit or a recall. `transactions` are in
 * statement order; an earlier one of them counts as well.
 */
export async function findMoneyBack(tx: Database, actor: Actor, transactions: readonly BankTransaction[]): Promise<ReadonlySet<string>> {
  const came = new Set<string>();
  const found = new Set<string>();
  const asked: string[] = [];
  for (const transaction of transactions) {
    const { id, bankAccountId, iban, amountCents } = transaction;
    if (iban === "") continue;
    if (amountCents > 0) came.add(`${bankAccountId} ${iban} ${amountCents}`);
    if (unbookedStateOf(transaction) !== "noted") continue;
    if (came.has(`${bankAccountId} ${iban} ${-amountCents}`)) found.add(id);
    else asked.push(id);
  }
  if (asked.length === 0) return found;
  const isBefore = sql`c.partner_id = t.partner_id and c.bank_account_id = t.bank_account_id and c.iban = t.iban
    and c.amount_cents = -t.amount_cents and c.recorded_order < t.recorded_order`;
  // The states are written out, because the indexes `bank_transactions_by_amount` and `_at_desk_by_account` have these conditions.
  const rows = await tx.execute<{ id: string }>(sql`select t.id from bank_transactions t
    where t.partner_id = ${actor.partnerId} and t.id = any(${textArray(asked)}::text[])
      and (exists (select from bank_transactions c where ${isBefore} and c.state = 'booked')
        or exists (select from bank_transactions c where ${isBefore} and c.state not in ('new', 'booked', 'to_return', 'noted', 'returned')))`);
  for (const { id } of rows) found.add(id);
  return found;
}
