import { and, eq, sql } from "drizzle-orm";
import { isOneOf } from "@/db/array-text";
import type { Database } from "@/db/client";
import { type BankTransaction, bankTransactions } from "@/db/schema/bank-transactions";
import { debits } from "@/db/schema/debits";
import type { Payment } from "@/db/schema/payments";
import type { Actor } from "@/server/actor";
import { recordOwnBookings } from "@/server/bank/transaction-states/transaction-state";
import { addLinesOfEach } from "@/server/billing/invoices/add-lines";
import { announceEach } from "@/server/billing/invoices/announce";
import { type LockedAccount, linesOfAccounts, lockAccount } from "@/server/billing/invoices/lock-account";
import { bookPayment, surplusOf } from "@/server/billing/payments/book-payment";
import { bankDayOf } from "@/server/domain/formats/calendar";
import { withoutTakenBack } from "@/server/domain/rules/account";
import { debitReasonOf } from "@/server/domain/rules/debit-reasons";
import { splitPayment } from "@/server/domain/rules/split-payment";
import { clock } from "@/server/platform/clock";
import type { LockedDebit, LockedDebits } from "./lock-debits";
import { returnDebit } from "./return-debit";
import { useMandates } from "./use-mandates";

/**
 * Books debits that an incoming payment on a statement collected, alone or as a batch, on their invoices, under its value date. The debits
 * are at the bank or were reported as rejected, and add up to the payment. Customers get receipts. A return that came before its booking is
 * booked as well, and of it alone the customer is told. The caller has locked the payment and, with their invoices, the debits.
 */
export async function bookDebits(tx: Database, actor: Actor, transaction: BankTransaction, locked: LockedDebits): Promise<void> {
  const { partnerId } = actor;
  const cameAt = bankDayOf(transaction.valueOn, clock.now(actor));
  await bookParts(tx, actor, transaction, locked, cameAt);
  const ids = locked.debits.map(({ debit }) => debit.id);
  await tx
    .update(debits)
    .set({ status: "booked", bookedTransactionId: transaction.id, returnedTransactionId: null, endedAt: cameAt })
    .where(and(eq(debits.partnerId, partnerId), isOneOf(debits.id, ids)));
  await useMandates(
    tx,
    actor,
    locked.debits.map(({ debit }) => debit),
    { isCollected: true },
  );
  await recordOwnBookings(tx, actor, [transaction]);
  const isBack = new Set<string>();
  for (const each of locked.debits) if (await bookWaitingReturn(tx, actor, each)) isBack.add(each.debit.id);
  const received = locked.debits.filter(({ debit }) => !isBack.has(debit.id)).flatMap(({ parts }) => parts);
  await announceEach(
    tx,
    actor,
    "payment_received",
    received.map(({ id, invoiceId }) => ({ partnerId, invoiceId, aboutId: id })),
  );
}

/** A part with its account before the booking. */
interface PartOfAccount extends LockedAccount {
  part: Payment;
}

async function bookParts(
  tx: Database,
  actor: Actor,
  { id: bankTransactionId }: BankTransaction,
  { debits: booked, invoices }: LockedDebits,
  cameAt: Date,
): Promise<void> {
  const { partnerId } = actor;
  const lines = await linesOfAccounts(tx, partnerId, [...invoices.keys()]);
  const parts = booked.flatMap((each) => each.parts);
  const partsOf = Map.groupBy(parts, ({ invoiceId }) => invoiceId);
  const found = parts.flatMap((part): PartOfAccount[] => {
    const invoice = invoices.get(part.invoiceId);
    return invoice ? [{ part, invoice, lines: lines.get(invoice.id) ?? [] }] : [];
  });
  if (found.length < parts.length) throw new Error("A part of a debit is on an invoice that is not locked");
  const isPlain = (each: PartOfAccount) =>
    partsOf.get(each.invoice.id)?.length === 1 && !each.lines.some(({ type }) => type === "LATE-PAYMENT-FEE-LINE");
  const plain = found.filter(isPlain);
  await recordPaid(tx, partnerId, bankTransactionId, cameAt, plain);
  await addLinesOfEach(
    tx,
    plain.map(({ part, invoice, lines: before }) => ({
      ...{ partnerId, id: invoice.id },
      lines: splitPayment(withoutTakenBack(before), part.amountCents, part.method).map((line) => ({
        ...{ ...line, paymentId: part.id, description: null, date: cameAt },
      })),
    })),
  );
  // A late-payment fee may be forgiven, and a second part finds what the first one left.
  for (const each of found.filter((one) => !isPlain(one))) {
    const account = await lockAccount(tx, actor, each.invoice.id);
    await recordPaid(tx, partnerId, bankTransactionId, cameAt, [{ ...account, part: each.part }]);
    await bookPayment(tx, account, each.part, { cameAt, now: clock.now(actor) });
  }
}

/** Records that the money of parts came. What exceeds the outstanding amount is owed to the customer. */
async function recordPaid(
  tx: Database,
  partnerId: string,
  bankTransactionId: string,
  cameAt: Date,
  parts: readonly Pick<PartOfAccount, "part" | "invoice">[],
): Promise<void> {
  const rows = parts.map(({ part: { id, amountCents }, invoice }) => ({ id, surplus: surplusOf(amountCents, invoice.amountTotalCents) }));
  if (rows.length === 0) return;
  await tx.execute(sql`update payments p
    set status = 'paid', ended_at = ${cameAt.toISOString()}, bank_transaction_id = ${bankTransactionId}, surplus_cents = n.surplus
    from json_to_recordset(${JSON.stringify(rows)}::json) n (id text, surplus bigint) where p.partner_id = ${partnerId} and p.id = n.id`);
}

/** Books the return that a statement showed before the booking. False if there is none, or a person has decided about it otherwise. */
async function bookWaitingReturn(tx: Database, actor: Actor, { debit, parts }: LockedDebit): Promise<boolean> {
  const { partnerId, returnedTransactionId } = debit;
  if (returnedTransactionId === null) return false;
  const [waiting] = await tx
    .select()
    .from(bankTransactions)
    .where(and(eq(bankTransactions.partnerId, partnerId), eq(bankTransactions.id, returnedTransactionId)))
    .for("update");
  const isUndecided = waiting?.state === "open" || waiting?.state === "later" || waiting?.state === "noted";
  const reason = waiting && debitReasonOf(waiting.returnReason);
  if (!isUndecided || !reason) return false;
  await returnDebit(tx, actor, waiting, { debit, parts }, reason);
  return true;
}
