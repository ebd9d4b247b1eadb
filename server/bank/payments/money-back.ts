import { and, eq, inArray, sql } from "drizzle-orm";
import { plainArray, textArray } from "@/db/array-text";
import type { Database } from "@/db/client";
import { type BankTransaction, bankTransactions } from "@/db/schema/bank-transactions";
import type { Actor } from "@/server/actor";
import { recordMatches } from "@/server/bank/transaction-states/transaction-state";
import { isReturnText } from "@/server/domain/banking/entry-kinds";
import { readPayment } from "./read-payment";
import { unbookedStateOf } from "./unbooked-state";

/** Maximum number of days from the download of a refund file until the bank pays a refund of it that was cancelled or rejected. */
const REFUND_DAYS = 90;

/**
 * Returns the ids of outgoing payments that may be money given back, and that a person must look at, because the bank does not mark them, as in
 * CSV files. These are payments
 * - whose text says that money went back;
 * - that may be the return of an earlier payment (`findReturns`);
 * - whose amount is still to be given back to somebody;
 * - whose amount is that of a cancelled or rejected refund, if its file was downloaded at most 90 days before.
 *
 * The caller has matched the incoming payments that stand before them.
 */
export async function findMoneyBack(tx: Database, actor: Actor, transactions: readonly BankTransaction[]): Promise<ReadonlySet<string>> {
  // The others are marked by the bank, and wait for a person anyway.
  const outgoing = transactions.filter((transaction) => unbookedStateOf(transaction) === "noted");
  const [saidSo, others] = [outgoing.filter(isReturnText), outgoing.filter((each) => !isReturnText(each))];
  const found = new Set(saidSo.map(({ id }) => id));
  if (others.length === 0) return found;
  for (const id of await findReturns(tx, actor, others)) found.add(id);
  const toLookUp = others.filter(({ id }) => !found.has(id)).map(({ id }) => id);
  const rows = await tx.execute<{ id: string }>(sql`select t.id from bank_transactions t
    where t.partner_id = ${actor.partnerId} and t.id = any(${textArray(toLookUp)}::text[])
      and (exists (select from bank_transactions c where c.partner_id = t.partner_id and c.company_id = t.company_id
          and c.currency = t.currency and c.state = 'to_return' and ${leftToReturn} = -t.amount_cents)
        or exists (select from invoices i where i.partner_id = t.partner_id and i.company_id = t.company_id
          and i.amount_total_cents < 0 and i.amount_total_cents = t.amount_cents)
        or exists (select from payout_items o join payouts p on p.partner_id = o.partner_id and p.id = o.payout_id
          where o.partner_id = t.partner_id and o.status in ('cancelled', 'rejected') and o.amount_cents = -t.amount_cents
            and p.company_id = t.company_id and p.handed_out_at > t.booked_on - ${REFUND_DAYS}::int * interval '1 day'))`);
  for (const { id } of rows) found.add(id);
  return found;
}

/** The part of a payment `c` that is to be given back, in cents: what is not booked. */
const leftToReturn = sql`c.amount_cents - (select coalesce(sum(p.amount_cents), 0) from payments p
  where p.partner_id = c.partner_id and p.bank_transaction_id = c.id and p.undone_by is null)`;

/**
 * Returns the ids of outgoing payments that may be the return of an earlier payment of the same amount. That payment
 * - came from the payee's account, and is booked or at the desk; or
 * - is booked on an invoice whose reference the outgoing payment names.
 *
 * Payments that the bank has returned before do not count.
 */
async function findReturns(tx: Database, actor: Actor, outgoing: readonly BankTransaction[]): Promise<Set<string>> {
  // Many banks' CSV files begin with the newest entry, so the order of entries of one day says nothing there.
  const isBefore = sql`(c.booked_on < t.booked_on or c.booked_on = t.booked_on and (c.recorded_order < t.recorded_order
    or exists (select from statement_entries e join bank_statements s on s.partner_id = e.partner_id and s.id = e.statement_id
      where e.partner_id = t.partner_id and e.id = t.entry_id and s.family = 'csv')))`;
  const isSameMoney = sql`c.partner_id = t.partner_id and c.bank_account_id = t.bank_account_id and c.amount_cents = -t.amount_cents
    and ${isBefore}`;
  const isFromPayee = sql`${isSameMoney} and t.iban <> '' and c.iban = t.iban`;
  const numbered = outgoing.flatMap((transaction) => numbersIn(transaction).map((number) => ({ id: transaction.id, number })));
  // The states are written out, because the indexes `bank_transactions_by_amount` and `_at_desk_by_account` have these conditions. `withdrawn`
  // stands apart, because the latter does not name it.
  const rows = await tx.execute<{ id: string }>(sql`select t.id from bank_transactions t
    where t.partner_id = ${actor.partnerId} and t.id = any(${textArray(outgoing.map(({ id }) => id))}::text[])
      and (exists (select from bank_transactions c where ${isFromPayee} and c.state = 'booked'
          and not exists (select from payments p where p.partner_id = c.partner_id and p.bank_transaction_id = c.id
            and p.charged_back_at is not null))
        or exists (select from bank_transactions c where ${isFromPayee}
          and c.state not in ('new', 'booked', 'to_return', 'noted', 'returned') and c.state <> 'withdrawn'))
    union
    select t.id from unnest(${textArray(numbered.map(({ id }) => id))}::text[],
        ${plainArray(numbered.map(({ number }) => number))}::bigint[]) n(id, invoice_number)
      join bank_transactions t on t.partner_id = ${actor.partnerId} and t.id = n.id
      join invoices i on i.partner_id = t.partner_id and i.invoice_number = n.invoice_number
      join payments p on p.partner_id = t.partner_id and p.invoice_id = i.id and p.undone_by is null and p.charged_back_at is null
      join bank_transactions c on c.id = p.bank_transaction_id and c.state = 'booked' and ${isSameMoney}`);
  return new Set(rows.map(({ id }) => id));
}

/** Returns the invoice numbers of the references in a payment. */
function numbersIn(transaction: BankTransaction): number[] {
  const { referenced, belgian } = readPayment(transaction);
  return [...referenced, ...belgian];
}

/**
 * Opens noted outgoing payments again, for a person at the desk, if they may return one of these payments: they were booked on its day or later.
 * They were matched before it where a file begins with the newest entry, or files were uploaded in another order. Does not change those about
 * which a person has decided. `incoming`: payments that were matched just now, or that a person has booked just now.
 */
export async function reopenPossibleReturns(tx: Database, actor: Actor, incoming: readonly BankTransaction[]): Promise<void> {
  const [first] = incoming;
  if (!first) return;
  const { partnerId, bankAccountId, amountCents, bookedOn, decisions } = bankTransactions;
  const [firstDay = first.bookedOn] = incoming.map((each) => each.bookedOn).sort();
  const noted = await tx
    .select()
    .from(bankTransactions)
    .where(
      and(
        eq(partnerId, actor.partnerId),
        inArray(bankAccountId, [...new Set(incoming.map((each) => each.bankAccountId))]),
        sql`${amountCents} = any(${plainArray([...new Set(incoming.map((each) => -each.amountCents))])}::bigint[])`,
        // Written out, because the index `bank_transactions_noted_by_amount` has these conditions.
        sql`${bankTransactions.state} = 'noted' and ${decisions} = 0 and ${amountCents} < 0`,
        sql`${bookedOn} >= ${firstDay}`,
      ),
    )
    // Skips a payment about which somebody decides at this moment: that person has seen it.
    .for("update", { skipLocked: true });
  if (noted.length === 0) return;
  const found = await findReturns(tx, actor, noted);
  await recordMatches(
    tx,
    noted.filter(({ id }) => found.has(id)),
    "open",
  );
}
