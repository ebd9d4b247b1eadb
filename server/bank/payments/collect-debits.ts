import { and, eq } from "drizzle-orm";
import { isOneOf } from "@/db/array-text";
import type { Database } from "@/db/client";
import type { BankTransaction } from "@/db/schema/bank-transactions";
import { debitFiles } from "@/db/schema/debit-files";
import { debits } from "@/db/schema/debits";
import type { ProposedPart } from "@/db/schema/proposals";
import type { Actor } from "@/server/actor";
import { bookDebits } from "@/server/bank/debits/book-debits";
import { findBookedOtherwise } from "@/server/bank/debits/find-booked-otherwise";
import { type LockedDebits, lockDebits } from "@/server/bank/debits/lock-debits";
import { whereOfAccount } from "@/server/bank/debits/where-of-account";
import { recordDecision } from "@/server/bank/transaction-states/transaction-state";
import { type MoneyOutcome, propose } from "@/server/billing/approvals/propose-if-large";
import { getSecondPersonRule } from "@/server/billing/approvals/second-person-rule";
import { unbookedCents } from "@/server/billing/payments/unbooked-cents";
import { DomainError } from "@/server/errors";
import { recordEvent } from "@/server/platform/audit/record-event";
import { transact } from "@/server/platform/transact";
import type { SeenTransaction } from "./decide-transaction";
import { putOffReceipts } from "./held-receipts";
import { isBookedOnInvoices } from "./is-booked-on-invoices";
import { lockTransaction, requireDecidable } from "./lock-transaction";
import { reopenPossibleReturns } from "./money-back";

/**
 * Maximum number of debits that a person books by one payment. In a larger batch, the person ends the debits that the bank did not collect
 * (`endDebit`); the batch's sum then fits, and the service books it in turns.
 */
export const MOST_COLLECTED = 500;

/**
 * Books an incoming payment as the sum of direct debits that a person chose, because the bank names no batch or another amount. Above the
 * partner's limit, proposes this to a second person. If the service has booked some debits of the sum, the person chooses others for the rest.
 * The booking cannot be undone, because the bank has collected the debits. Throws what `lockTransaction` and `propose` throw, and
 * - `bank_transaction_booked` if the whole payment is booked, or a part otherwise than on debits;
 * - `invalid_debit_id` unless the debits are in files for this account;
 * - `debit_collected` if a debit is booked already or is no longer at the bank;
 * - `debit_booked_otherwise` if the money of a debit may be booked by hand already;
 * - `debits_of_other_sum` if the debits do not add up to what is not booked.
 */
export function collectAsSeen(
  db: Database,
  actor: Actor,
  { transactionId, seenDecisions }: SeenTransaction,
  debitIds: readonly string[],
): Promise<MoneyOutcome> {
  return transact(db, actor, async (tx) => {
    const transaction = await lockTransaction(tx, actor, transactionId, seenDecisions);
    const { leftCents, ...locked } = await lockCollectable(tx, actor, transaction, debitIds);
    const { aboveCents } = await getSecondPersonRule(tx, actor);
    if (aboveCents === null || actor.id === null || leftCents <= aboveCents) {
      await collect(tx, actor, transaction, locked, leftCents);
      return "done";
    }
    const parts = partsOf(locked);
    await propose(tx, actor, transaction.companyId, parts[0]?.invoiceId ?? "", {
      kind: "book_transaction",
      reason: "",
      paymentId: null,
      mayExceed: true,
      amountCents: leftCents,
      bankTransactionId: transaction.id,
      parts,
      debitIds: [...debitIds],
    });
    await putOffReceipts(tx, actor);
    return "proposed";
  });
}

/** Books debits that another person has proposed and the actor approves. The caller has locked the payment. Throws as `collectAsSeen`. */
export async function collectProposed(
  tx: Database,
  actor: Actor,
  transaction: BankTransaction,
  debitIds: readonly string[],
): Promise<void> {
  await requireDecidable(tx, transaction);
  const { leftCents, ...locked } = await lockCollectable(tx, actor, transaction, debitIds);
  await collect(tx, actor, transaction, locked, leftCents);
}

async function collect(
  tx: Database,
  actor: Actor,
  transaction: BankTransaction,
  { debits: all, invoices }: LockedDebits,
  amountCents: number,
): Promise<void> {
  await bookDebits(tx, actor, [{ transaction, debits: all }], invoices);
  await recordDecision(tx, actor, transaction, "booked");
  await reopenPossibleReturns(tx, actor, [transaction]);
  await recordEvent(tx, actor, "bank_payment_booked", {
    about: `company:${transaction.companyId}`,
    after: { bankPayment: transaction.id, amountCents, debits: all.map(({ debit }) => debit.id) },
  });
  await putOffReceipts(tx, actor);
}

/** Debits that a person chose for a payment, and the part of the payment that is not booked, in cents. */
interface Collectable extends LockedDebits {
  leftCents: number;
}

/** Locks the chosen debits and checks that the payment can collect them. Throws as `collectAsSeen`. */
async function lockCollectable(tx: Database, actor: Actor, transaction: BankTransaction, ids: readonly string[]): Promise<Collectable> {
  const leftCents = transaction.amountCents > 0 ? await unbookedCents(tx, transaction) : 0;
  if (transaction.state === "booked" || leftCents <= 0 || (await isBookedOnInvoices(tx, transaction)))
    throw new DomainError("bank_transaction_booked");
  const locked = await lockDebits(tx, actor, ids);
  const inFiles = await tx
    .select({ id: debits.id })
    .from(debits)
    .innerJoin(debitFiles, and(eq(debitFiles.partnerId, debits.partnerId), eq(debitFiles.id, debits.fileId)))
    .where(and(eq(debits.partnerId, actor.partnerId), isOneOf(debits.id, ids), whereOfAccount(debitFiles.iban, transaction)));
  const isKnown = ids.length > 0 && locked.debits.length === ids.length && inFiles.length === ids.length;
  if (!isKnown) throw new DomainError("invalid_debit_id");
  if (locked.debits.some(({ debit: { status } }) => status !== "at_bank" && status !== "rejected"))
    throw new DomainError("debit_collected");
  const collecting = ids.map((debitId) => ({ transaction, debitId }));
  if ((await findBookedOtherwise(tx, actor, collecting)).size > 0) throw new DomainError("debit_booked_otherwise");
  const sumCents = locked.debits.reduce((sum, { debit }) => sum + (debit.fileCents ?? 0), 0);
  if (sumCents !== leftCents) throw new DomainError("debits_of_other_sum");
  return { ...locked, leftCents };
}

/** Returns the amount for each invoice, in the order in which invoices are locked. */
function partsOf({ debits: all }: LockedDebits): ProposedPart[] {
  const sums = new Map<string, number>();
  for (const { invoiceId, amountCents } of all.flatMap(({ parts }) => parts)) sums.set(invoiceId, (sums.get(invoiceId) ?? 0) + amountCents);
  return [...sums]
    .map(([invoiceId, amountCents]) => ({ invoiceId, amountCents }))
    .toSorted((one, other) => (one.invoiceId < other.invoiceId ? -1 : 1));
}
