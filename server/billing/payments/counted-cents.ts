import { sql } from "drizzle-orm";

/**
 * The part of a payment on a statement that its state is about, in cents: all of a booked or outgoing payment, and of any other what is not
 * booked on invoices, as `unbookedCents` says. Lists of payments in a state show it, and their sums add it up. For queries of
 * `bank_transactions`; reads the index `payments_by_bank_transaction`.
 */
// The columns are written out, because Drizzle leaves out a table's name if it is the only one, and `payments` has the same columns.
export const countedCents = sql`case when bank_transactions.amount_cents > 0 and bank_transactions.state not in ('new', 'waiting', 'booked')
  then bank_transactions.amount_cents - (select coalesce(sum(p.amount_cents), 0) from payments p
    where p.partner_id = bank_transactions.partner_id and p.bank_transaction_id = bank_transactions.id and p.undone_by is null)::bigint
  else bank_transactions.amount_cents end`.mapWith(Number);
