import { and, eq, gt, sql } from "drizzle-orm";
import { isOneOf } from "@/db/array-text";
import type { Database } from "@/db/client";
import { type BankTransaction, bankTransactions } from "@/db/schema/bank-transactions";
import { invoices as invoicesTable } from "@/db/schema/invoices";
import type { Payment } from "@/db/schema/payments";
import type { Actor } from "@/server/actor";
import { putOffDueDays } from "@/server/billing/collection/keep-due-day";
import { restDueOn } from "@/server/billing/collection/rest-of-debit";
import { addLinesOfEach } from "@/server/billing/invoices/add-lines";
import { announceEach } from "@/server/billing/invoices/announce";
import { type LockedAccount, linesOfAccounts, lockAccount } from "@/server/billing/invoices/lock-account";
import { bookPayment, surplusOf } from "@/server/billing/payments/book-payment";
import { bankDayOf, dayAt, laterDay } from "@/server/domain/formats/calendar";
import { withoutTakenBack } from "@/server/domain/rules/account";
import { debitReasonOf } from "@/server/domain/rules/debit-reasons";
import { splitPayment } from "@/server/domain/rules/split-payment";
import { clock } from "@/server/platform/clock";
import type { LockedDebit, LockedDebits } from "./lock-debits";
import { recordMandateUse } from "./record-mandate-use";
import { returnDebit } from "./return-debit";

/** An incoming payment on a statement, and debits that it collected, alone or as a batch. */
export interface DebitBooking {
  transaction: BankTransaction;
  debits: readonly LockedDebit[];
}

/**
 * Books debits on their invoices, under the value dates of the payments that collected them. The debits are at the bank or were reported as
 * rejected. Customers get receipts. A return that came before its booking is booked as well, and of it alone the customer is told. The
 * caller has locked the payments and, with their `invoices`, the debits, and records the payments that are booked completely.
 */
export async function bookDebits(
  tx: Database,
  actor: Actor,
  bookings: readonly DebitBooking[],
  invoices: LockedDebits["invoices"],
): Promise<void> {
  const { partnerId } = actor;
  const now = clock.now(actor);
  const collected = bookings.flatMap(({ transaction, debits: ofPayment }) =>
    ofPayment.map((each) => ({ ...each, bankTransactionId: transaction.id, cameAt: bankDayOf(transaction.valueOn, now) })),
  );
  await bookParts(tx, actor, collected, invoices);
  const rows = collected.map(({ debit: { id }, bankTransactionId, cameAt }) => ({ id, paid_by: bankTransactionId, came_at: cameAt }));
  await tx.execute(sql`update debits d
    set status = 'booked', booked_transaction_id = n.paid_by, returned_transaction_id = null, ended_at = n.came_at
    from json_to_recordset(${JSON.stringify(rows)}::json) n (id text, paid_by text, came_at timestamptz) where d.partner_id = ${partnerId} and d.id = n.id`);
  await recordMandateUse(
    tx,
    actor,
    collected.map(({ debit }) => debit),
    { isCollected: true },
  );
  const isBack = new Set<string>();
  for (const each of collected) if (await bookWaitingReturn(tx, actor, each)) isBack.add(each.debit.id);
  const received = collected.filter(({ debit }) => !isBack.has(debit.id)).flatMap(({ parts }) => parts);
  await leaveTimeForRests(tx, actor, collected, received);
  await announceEach(
    tx,
    actor,
    "payment_received",
    received.map(({ id, invoiceId }) => ({ partnerId, invoiceId, aboutId: id })),
  );
}

/** Puts off the due days of invoices of which these parts have left a rest, because the receipts ask for it. */
async function leaveTimeForRests(
  tx: Database,
  actor: Actor,
  collected: readonly CollectedDebit[],
  received: readonly Payment[],
): Promise<void> {
  const { partnerId } = actor;
  const whole = received.filter(({ instalmentPlanId }) => instalmentPlanId === null);
  const ids = whole.map(({ invoiceId }) => invoiceId);
  const left = await tx
    .select({ id: invoicesTable.id })
    .from(invoicesTable)
    .where(and(eq(invoicesTable.partnerId, partnerId), isOneOf(invoicesTable.id, ids), gt(invoicesTable.amountTotalCents, 0)));
  const isLeft = new Set(left.map(({ id }) => id));
  const collectOn = new Map(collected.map(({ debit }) => [debit.id, debit.collectOn]));
  const today = dayAt(clock.now(actor));
  const days = whole.flatMap(({ invoiceId, debitId }) =>
    isLeft.has(invoiceId) ? [{ invoiceId, dueOn: restDueOn(laterDay(collectOn.get(debitId ?? "") ?? today, today)) }] : [],
  );
  await putOffDueDays(tx, partnerId, days);
}

/** A debit, and the payment that collected it. */
interface CollectedDebit extends LockedDebit {
  bankTransactionId: string;
  cameAt: Date;
}

/** A part with its account before the booking. */
interface PartOfAccount extends LockedAccount, Pick<CollectedDebit, "bankTransactionId" | "cameAt"> {
  part: Payment;
}

async function bookParts(
  tx: Database,
  actor: Actor,
  collected: readonly CollectedDebit[],
  invoices: LockedDebits["invoices"],
): Promise<void> {
  const { partnerId } = actor;
  const lines = await linesOfAccounts(tx, partnerId, [...invoices.keys()]);
  const parts = collected.flatMap((each) => each.parts.map((part) => ({ ...each, part })));
  const partsOf = Map.groupBy(parts, ({ part }) => part.invoiceId);
  const found = parts.flatMap(({ part, bankTransactionId, cameAt }): PartOfAccount[] => {
    const invoice = invoices.get(part.invoiceId);
    return invoice ? [{ part, bankTransactionId, cameAt, invoice, lines: lines.get(invoice.id) ?? [] }] : [];
  });
  if (found.length < parts.length) throw new Error("A part of a debit is on an invoice that is not locked");
  const isPlain = (each: PartOfAccount) =>
    partsOf.get(each.invoice.id)?.length === 1 && !each.lines.some(({ type }) => type === "LATE-PAYMENT-FEE-LINE");
  const plain = found.filter(isPlain);
  await recordPaid(tx, partnerId, plain);
  await addLinesOfEach(
    tx,
    plain.map(({ part, cameAt, invoice, lines: before }) => ({
      ...{ partnerId, id: invoice.id },
      lines: splitPayment(withoutTakenBack(before), part.amountCents, part.method).map((line) => ({
        ...{ ...line, paymentId: part.id, description: null, date: cameAt },
      })),
    })),
  );
  // A late-payment fee may be forgiven, and a second part finds what the first one left.
  for (const each of found.filter((one) => !isPlain(one))) {
    const account = await lockAccount(tx, actor, each.invoice.id);
    await recordPaid(tx, partnerId, [{ ...each, ...account }]);
    await bookPayment(tx, account, each.part, { cameAt: each.cameAt, now: clock.now(actor) });
  }
}

/** Records that the money of parts came. What exceeds the outstanding amount is owed to the customer. */
async function recordPaid(tx: Database, partnerId: string, parts: readonly PartOfAccount[]): Promise<void> {
  const rows = parts.map(({ part: { id, amountCents }, invoice, bankTransactionId, cameAt }) => ({
    ...{ id, paid_by: bankTransactionId, came_at: cameAt, surplus: surplusOf(amountCents, invoice.amountTotalCents) },
  }));
  if (rows.length === 0) return;
  await tx.execute(sql`update payments p set status = 'paid', ended_at = n.came_at, bank_transaction_id = n.paid_by, surplus_cents = n.surplus
    from json_to_recordset(${JSON.stringify(rows)}::json) n (id text, paid_by text, came_at timestamptz, surplus bigint)
    where p.partner_id = ${partnerId} and p.id = n.id`);
}

/**
 * Books the return that a statement showed before the booking. False if there is none, or a person has decided about it otherwise. The
 * return is locked after invoices and debits, against the order of locks (`lockDebits`), so nothing waits for it: while a person decides about
 * it, the statement fails as one that was held up, and the booking is made later.
 */
async function bookWaitingReturn(tx: Database, actor: Actor, { debit, parts }: LockedDebit): Promise<boolean> {
  const { partnerId, returnedTransactionId } = debit;
  if (returnedTransactionId === null) return false;
  const [waiting] = await tx
    .select()
    .from(bankTransactions)
    .where(and(eq(bankTransactions.partnerId, partnerId), eq(bankTransactions.id, returnedTransactionId)))
    .for("update", { noWait: true });
  const isUndecided = waiting?.state === "open" || waiting?.state === "later" || waiting?.state === "noted";
  const reason = waiting && debitReasonOf(waiting.returnReason);
  if (!isUndecided || !reason) return false;
  await returnDebit(tx, actor, waiting, { debit, parts }, reason);
  return true;
}
