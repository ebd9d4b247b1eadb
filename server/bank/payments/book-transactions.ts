import type { Database } from "@/db/client";
import { insertRows } from "@/db/insert-rows";
import type { BankTransaction } from "@/db/schema/bank-transactions";
import type { Invoice } from "@/db/schema/invoices";
import { payments } from "@/db/schema/payments";
import type { Actor } from "@/server/actor";
import { recordOwnBookings } from "@/server/bank/transaction-states/transaction-state";
import { lockCollections } from "@/server/billing/collection/lock-collections";
import { findEndedByMissedPart } from "@/server/billing/instalments/find-ended-plans";
import { addLinesOfEach } from "@/server/billing/invoices/add-lines";
import { announceEach } from "@/server/billing/invoices/announce";
import { type LockedAccount, linesOfAccounts } from "@/server/billing/invoices/lock-account";
import { withoutTakenBack } from "@/server/domain/rules/account";
import { splitPayment } from "@/server/domain/rules/split-payment";
import { clock } from "@/server/platform/clock";
import { bookTransaction, newPaymentOf, rememberPayers } from "./book-transaction";
import { companiesOfAll } from "./companies-of-account";
import { noteForLog } from "./log-bookings";
import type { CandidatePart } from "./rank-candidates";

/** A new payment on a statement, and the parts of it that are booked on invoices. */
export interface Booking {
  transaction: BankTransaction;
  parts: CandidatePart[];
}

/**
 * Books new payments completely, as `bookTransaction` does, but all of them by a few SQL statements. The caller
 * - has locked the payments and `invoices`;
 * - has ranked each payment among its companies' transmitted invoices in its currency;
 * - passes no two payments for one invoice or from one account.
 *
 * Throws what `bookTransaction` throws.
 */
export async function bookTransactions(
  tx: Database,
  actor: Actor,
  bookings: readonly Booking[],
  invoices: ReadonlyMap<string, Invoice>,
): Promise<void> {
  if (bookings.length === 0) return;
  await lockCollections(
    tx,
    actor,
    bookings.flatMap(({ parts }) => parts.map(({ invoice }) => invoice.id)),
  );
  const lines = await linesOfAccounts(tx, actor.partnerId, [...invoices.keys()]);
  const companies = await companiesOfAll(
    tx,
    actor,
    bookings.map(({ transaction }) => transaction),
  );
  const ended = await findEndedByMissedPart(tx, actor.partnerId, [...invoices.keys()]);
  // Others are booked one by one: booking may forgive a fee, or restore a plan of instalments.
  const isPlain = (each: BookedTransaction) => isWhole(each) && !each.accounts.some(({ invoice }) => ended.has(invoice.id));
  const booked = bookings.map((booking, index) => ({
    ...booking,
    accounts: booking.parts.flatMap(({ invoice: { id }, amountCents }) => {
      const invoice = invoices.get(id);
      return invoice && companies[index]?.has(invoice.companyId) ? [{ invoice, lines: lines.get(id) ?? [], amountCents }] : [];
    }),
  }));
  const plain = booked.filter(isPlain);
  for (const { transaction, parts } of booked.filter((each) => !isPlain(each))) {
    const wanted = parts.map(({ invoice, amountCents }) => ({ invoiceId: invoice.id, amountCents }));
    await bookTransaction(tx, actor, transaction, wanted);
    await noteForLog(tx, transaction);
  }
  await bookPlain(tx, actor, plain);
}

interface BookedAccount extends LockedAccount {
  amountCents: number;
}

interface BookedTransaction extends Booking {
  accounts: BookedAccount[];
}

/** Whether all of the payment is booked on invoices of its companies, none of which has a late-payment fee that may be forgiven. */
function isWhole({ transaction, parts, accounts }: BookedTransaction): boolean {
  const sumCents = accounts.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const hasFee = accounts.some(({ lines }) => lines.some(({ type }) => type === "LATE-PAYMENT-FEE-LINE"));
  return accounts.length === parts.length && sumCents === transaction.amountCents && !hasFee;
}

/** Books payments that neither have a fee nor an ended plan of instalments (`isPlain`), by the same SQL statements for all. */
async function bookPlain(tx: Database, actor: Actor, bookings: readonly BookedTransaction[]): Promise<void> {
  if (bookings.length === 0) return;
  const now = clock.now(actor);
  const booked = bookings.flatMap(({ transaction, accounts }) =>
    accounts.map(({ invoice, lines, amountCents }) => {
      const payment = newPaymentOf(transaction, invoice, amountCents, now);
      const parts = splitPayment(withoutTakenBack(lines), amountCents, payment.method);
      return { invoice, iban: transaction.iban, payment, parts };
    }),
  );
  await insertRows(
    tx,
    payments,
    booked.map(({ payment }) => payment),
  );
  await addLinesOfEach(
    tx,
    booked.map(({ invoice: { partnerId, id }, payment, parts }) => ({
      partnerId,
      id,
      lines: parts.map((part) => ({ ...part, paymentId: payment.id, description: null, date: payment.endedAt })),
    })),
  );
  const receipts = booked.map(({ payment: { partnerId, invoiceId, id } }) => ({ partnerId, invoiceId, aboutId: id }));
  await announceEach(tx, actor, "payment_received", receipts);
  await rememberPayers(tx, actor, booked);
  await recordOwnBookings(
    tx,
    actor,
    bookings.map(({ transaction }) => transaction),
  );
}
