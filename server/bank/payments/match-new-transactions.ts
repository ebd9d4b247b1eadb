import { and, asc, eq, gt } from "drizzle-orm";
import type { Database } from "@/db/client";
import { isOutOfReach } from "@/db/failures";
import { only } from "@/db/rows";
import { type BankTransaction, bankTransactions } from "@/db/schema/bank-transactions";
import { companySettings } from "@/db/schema/collection-settings";
import type { Invoice } from "@/db/schema/invoices";
import { partners } from "@/db/schema/partners";
import { type Actor, systemActor } from "@/server/actor";
import { recordMatch } from "@/server/bank/transaction-states/transaction-state";
import { getSecondPersonRule } from "@/server/billing/approvals/second-person-rule";
import { lockInvoice } from "@/server/billing/invoices/find-invoice";
import { log } from "@/server/platform/log";
import { type Scope, whereInScope } from "@/server/platform/scope";
import { transact } from "@/server/platform/transact";
import { bookTransaction } from "./book-transaction";
import { findCandidates } from "./find-candidates";
import { logBookings } from "./log-bookings";
import { matchRefundFile } from "./match-refund-file";
import type { CandidatePart, RankedPayment } from "./rank-candidates";
import { keepProbable } from "./rank-payment";

interface Options {
  scope?: Scope;
  isStopping?: () => boolean;
}

/**
 * Matches each new payment on statements once. Certain payments are booked; the others wait for a person and hold the invoices that they
 * probably pay. Each payment has a separate transaction, so a crash leaves it unchanged. Partners take turns, one payment each. Returns
 * the number of payments.
 */
export async function matchNewTransactions(db: Database, { scope, isStopping = () => false }: Options = {}): Promise<number> {
  let looked = 0;
  let last = "";
  while (!isStopping()) {
    // After the last partner with new payments, continues with the first.
    const next = (await matchNext(db, scope, last)) ?? (last === "" ? undefined : await matchNext(db, scope, ""));
    if (next === undefined) break;
    last = next;
    looked += 1;
  }
  await logBookings(db, scope);
  return looked;
}

/**
 * Matches the oldest payment of the next partner after this one, and returns the partner's id. Payments of one account are matched in
 * statement order; payments locked by another process are skipped.
 */
function matchNext(db: Database, scope: Scope | undefined, after: string): Promise<string | undefined> {
  return db.transaction(async (plain) => {
    const [next] = await plain
      .select({ transaction: bankTransactions, partner: partners })
      .from(bankTransactions)
      .innerJoin(partners, eq(partners.id, bankTransactions.partnerId))
      .where(and(eq(bankTransactions.state, "new"), gt(bankTransactions.partnerId, after), whereInScope(bankTransactions.partnerId, scope)))
      .orderBy(asc(bankTransactions.partnerId), asc(bankTransactions.recordedOrder))
      .limit(1)
      .for("update", { of: bankTransactions, skipLocked: true });
    if (!next) return undefined;
    const actor = systemActor(next.partner);
    await transact(plain, actor, (tx) => match(tx, actor, next.transaction)).catch(async (error: unknown) => {
      if (isOutOfReach(error)) throw error;
      // One failing payment must not block the queue; a person reviews it.
      log().error({ err: error, transaction: next.transaction.id }, "bank transaction not matched");
      await recordMatch(plain, next.transaction, "open");
    });
    return next.partner.id;
  });
}

async function match(tx: Database, actor: Actor, transaction: BankTransaction): Promise<void> {
  if (await matchRefundFile(tx, actor, transaction)) return;
  if (transaction.amountCents < 0) {
    // Outgoing payments such as rent need no review; returned payments do.
    const isReturn = transaction.isReversal || transaction.returnReason !== "";
    return recordMatch(tx, transaction, isReturn ? "open" : "noted");
  }
  const ranked = await findCandidates(tx, actor, transaction, transaction.amountCents);
  const certain = await certainPartsOf(tx, transaction, ranked);
  const parts = certain && (await asTheyStand(tx, actor, transaction, certain));
  if (!parts) {
    await recordMatch(tx, transaction, "open");
    // If the parts changed while the invoices were being locked, the probable invoices have changed as well.
    const now = certain ? await findCandidates(tx, actor, transaction, transaction.amountCents) : ranked;
    return keepProbable(tx, actor, transaction, now);
  }
  await bookTransaction(
    tx,
    actor,
    transaction,
    parts.map(({ invoice, amountCents }) => ({ invoiceId: invoice.id, amountCents })),
  );
  await noteForLog(tx, transaction);
}

/** Returns the parts that may be booked without review, in the order in which invoices are locked. Undefined if a person must decide. */
async function certainPartsOf(
  tx: Database,
  transaction: BankTransaction,
  { candidates: [best], certainty }: RankedPayment,
): Promise<CandidatePart[] | undefined> {
  const mayBook = certainty === "reference" || (certainty === "clear" && (await booksClearMatches(tx, transaction)));
  if (!best || !mayBook || (await isLargeOverPayment(tx, transaction, best.parts))) return undefined;
  return best.parts.toSorted((one, other) => (one.invoice.id < other.invoice.id ? -1 : 1));
}

/** Whether more was paid than is owed, and the whole payment exceeds the partner's limit. A person then decides about the surplus. */
async function isLargeOverPayment(tx: Database, transaction: BankTransaction, parts: readonly CandidatePart[]): Promise<boolean> {
  if (parts.every(({ invoice, amountCents }) => amountCents <= invoice.outstandingCents)) return false;
  const { aboveCents } = await getSecondPersonRule(tx, transaction);
  return aboveCents !== null && transaction.amountCents > aboveCents;
}

/**
 * Locks the invoices. If one has changed, ranks again, because two simultaneous payments may both have been ranked before either was
 * booked. Undefined if the new ranking names other invoices.
 */
async function asTheyStand(
  tx: Database,
  actor: Actor,
  transaction: BankTransaction,
  parts: CandidatePart[],
): Promise<CandidatePart[] | undefined> {
  const locked = new Map<string, Invoice>();
  for (const { invoice } of parts) locked.set(invoice.id, await lockInvoice(tx, actor, invoice.id));
  const isSame = parts.every(({ invoice: { id, outstandingCents, retractedAt } }) => {
    const now = locked.get(id);
    return now?.amountTotalCents === outstandingCents && now.retractedAt?.getTime() === retractedAt?.getTime();
  });
  if (isSame) return parts;
  const again = await certainPartsOf(tx, transaction, await findCandidates(tx, actor, transaction, transaction.amountCents));
  return again?.every(({ invoice }) => locked.has(invoice.id)) ? again : undefined;
}

/** Marks the booking for `logBookings`, which sums up the bookings of each file in the security log. */
async function noteForLog(tx: Database, { partnerId, id }: BankTransaction): Promise<void> {
  await tx
    .update(bankTransactions)
    .set({ isUnlogged: true })
    .where(and(eq(bankTransactions.partnerId, partnerId), eq(bankTransactions.id, id)));
}

async function booksClearMatches(tx: Database, { partnerId, companyId }: BankTransaction): Promise<boolean> {
  const where = and(eq(companySettings.partnerId, partnerId), eq(companySettings.companyId, companyId));
  return only(await tx.select({ books: companySettings.booksClearMatches }).from(companySettings).where(where)).books;
}
