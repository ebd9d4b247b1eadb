import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import type { BankTransaction } from "@/db/schema/bank-transactions";
import { companies } from "@/db/schema/companies";
import type { Invoice } from "@/db/schema/invoices";
import { payments } from "@/db/schema/payments";
import type { Actor } from "@/server/actor";
import { recordDecision } from "@/server/bank/transaction-states/transaction-state";
import { announce } from "@/server/billing/invoices/announce";
import { lockTransmittedAccount } from "@/server/billing/invoices/lock-account";
import { bookPayment, surplusOf } from "@/server/billing/payments/book-payment";
import { unbookedCents } from "@/server/billing/payments/unbooked-cents";
import { bankDayOf } from "@/server/domain/formats/calendar";
import { customerKey } from "@/server/domain/rules/customer-key";
import { DomainError } from "@/server/errors";
import { clock } from "@/server/platform/clock";
import { newId } from "@/server/platform/id";
import { hasAccountOf } from "./companies-of-account";

/** The part of a payment that is booked on an invoice, in cents. */
export interface BookedPart {
  invoiceId: string;
  amountCents: number;
  /** Outstanding amount that the deciding person saw, in cents. Absent: the amount is not compared. */
  seenOutstandingCents?: number;
}

/**
 * Books a payment on a bank statement, or parts of it, on invoices, under its value date. The caller has locked the transaction. The customer
 * gets a receipt, which waits while the person who booked can undo the booking, and the payer's account is remembered. Neither happens if
 * the payment is a refund that came back (`isReturn`). The triggers of db/rules/bank_transactions.sql verify at commit that no more is booked
 * than was received. Throws
 * - `exceeds_bank_transaction`, `bank_transaction_of_other_currency`;
 * - `changed_meanwhile` if an invoice's outstanding amount is not the one that was seen;
 * - `invalid_invoice_id`, also for an invoice of a company that does not have the account;
 * - what `lockTransmittedAccount` throws.
 */
export async function bookTransaction(
  tx: Database,
  actor: Actor,
  transaction: BankTransaction,
  parts: readonly BookedPart[],
  { isReturn = false } = {},
): Promise<void> {
  const leftCents = await unbookedCents(tx, transaction);
  const sumCents = requireLeft(transaction, parts, leftCents);
  for (const part of inOrder(parts)) await bookPart(tx, actor, transaction, part, { isReturn });
  await recordDecision(tx, actor, transaction, sumCents === leftCents ? "booked" : "open");
}

/**
 * Locks the invoices and throws what `bookTransaction` throws for these parts, without booking. Returns the parts in the order of the
 * locks.
 */
export async function checkParts(
  tx: Database,
  actor: Actor,
  transaction: BankTransaction,
  parts: readonly BookedPart[],
): Promise<BookedPart[]> {
  requireLeft(transaction, parts, await unbookedCents(tx, transaction));
  const ordered = inOrder(parts);
  for (const part of ordered) await lockPaidAccount(tx, actor, transaction, part);
  return ordered;
}

/** Returns the sum of the parts, in cents. Throws `exceeds_bank_transaction` if less is left, or the money went out. */
function requireLeft({ amountCents }: BankTransaction, parts: readonly BookedPart[], leftCents: number): number {
  const sumCents = parts.reduce((sum, part) => sum + part.amountCents, 0);
  if (sumCents > leftCents || amountCents <= 0) throw new DomainError("exceeds_bank_transaction");
  return sumCents;
}

/** Sorts the parts into one order for all transactions, to avoid deadlocks. */
function inOrder(parts: readonly BookedPart[]): BookedPart[] {
  return parts.toSorted((one, other) => (one.invoiceId < other.invoiceId ? -1 : 1));
}

async function lockPaidAccount(
  tx: Database,
  actor: Actor,
  transaction: BankTransaction,
  { invoiceId, seenOutstandingCents }: Omit<BookedPart, "amountCents">,
) {
  // `null`: the number of lines is not compared, because a deciding person sees only the outstanding amount, which is compared below.
  const account = await lockTransmittedAccount(tx, actor, invoiceId, null);
  if (!(await hasAccountOf(tx, actor, transaction, account.invoice))) throw new DomainError("invalid_invoice_id");
  if ((await currencyOf(tx, account.invoice)) !== transaction.currency) throw new DomainError("bank_transaction_of_other_currency");
  const outstandingCents = account.invoice.amountTotalCents;
  if (seenOutstandingCents !== undefined && seenOutstandingCents !== outstandingCents) throw new DomainError("changed_meanwhile");
  return account;
}

async function bookPart(
  tx: Database,
  actor: Actor,
  transaction: BankTransaction,
  { amountCents, ...seen }: BookedPart,
  { isReturn }: { isReturn: boolean },
): Promise<void> {
  const account = await lockPaidAccount(tx, actor, transaction, seen);
  const { invoice } = account;
  const now = clock.now(actor);
  const payment = newPaymentOf(transaction, invoice, amountCents, now);
  await tx.insert(payments).values(payment);
  await bookPayment(tx, account, payment, { cameAt: payment.endedAt, now });
  if (isReturn) return;
  await announce(tx, actor, invoice, "payment_received", payment.id, { waitsForUndo: actor.kind === "person" });
  await rememberPayers(tx, actor, [{ iban: transaction.iban, invoice }]);
}

/** Returns the row in `payments` for a part of a payment on a statement. Its `endedAt` is on the value date. */
export function newPaymentOf({ id: bankTransactionId, valueOn }: BankTransaction, invoice: Invoice, amountCents: number, now: Date) {
  return {
    partnerId: invoice.partnerId,
    id: newId(),
    invoiceId: invoice.id,
    bankTransactionId,
    method: "bank_transfer" as const,
    status: "paid" as const,
    amountCents,
    createdAt: now,
    endedAt: bankDayOf(valueOn, now),
    surplusCents: surplusOf(amountCents, invoice.amountTotalCents),
  };
}

async function currencyOf(tx: Database, { partnerId, companyId }: Invoice): Promise<string> {
  const where = and(eq(companies.partnerId, partnerId), eq(companies.id, companyId));
  return only(await tx.select({ currency: companies.currency }).from(companies).where(where)).currency;
}

/** A customer's account, and the invoice that was paid from it. */
interface Payer {
  iban: string;
  invoice: Invoice;
}

/** Stores the accounts from which customers paid. Leaves out payments without an account, and customers who were erased. */
export async function rememberPayers(tx: Database, actor: Actor, payers: readonly Payer[]): Promise<void> {
  const learnedAt = clock.now(actor);
  const learned = payers
    .filter(({ iban, invoice }) => iban !== "" && !invoice.erasedAt)
    .map(({ iban, invoice: { partnerId, companyId, id: invoiceId, customerEmail } }) => ({
      partnerId,
      companyId,
      iban,
      customer: customerKey(customerEmail, invoiceId),
      invoiceId,
      learnedAt,
    }));
  const keyOf = ({ companyId, iban, customer }: (typeof learned)[number]) => `${companyId} ${iban} ${customer}`;
  // One row for each key, because one SQL statement cannot update a row twice. Sorted, so that two processes do not deadlock.
  const rows = [...new Map(learned.map((row) => [keyOf(row), row])).values()].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  if (rows.length === 0) return;
  await tx.execute(sql`
    insert into known_payers (partner_id, company_id, iban, customer, invoice_id, learned_at)
    select "partnerId", "companyId", iban, customer, "invoiceId", "learnedAt"
    from json_to_recordset(${JSON.stringify(rows)}::json)
      learned ("partnerId" text, "companyId" text, iban text, customer text, "invoiceId" text, "learnedAt" timestamptz)
    on conflict (partner_id, company_id, iban, customer) do update set invoice_id = excluded.invoice_id, learned_at = excluded.learned_at`);
}
