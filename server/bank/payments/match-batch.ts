import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { BankTransaction } from "@/db/schema/bank-transactions";
import type { Actor } from "@/server/actor";
import { recordMatches, recordRanked } from "@/server/bank/transaction-states/transaction-state";
import { lockInvoices } from "@/server/billing/invoices/find-invoice";
import { type Booking, bookTransactions } from "./book-transactions";
import { type BookingRules, certainPartsOf, rulesIn } from "./certain-parts";
import { isDecidedByReference } from "./decided-by-reference";
import { EarlierPayments } from "./earlier-payments";
import { type FoundCandidates, type Search, searchCandidates } from "./find-candidates";
import { giveCategories } from "./give-categories";
import { isUnchanged, type RankedInvoice } from "./match-transaction";
import { findMoneyBack, reopenPossibleReturns } from "./money-back";
import { probablyPaid } from "./rank-candidates";
import { type HoldingPayment, keepHolds } from "./rank-payment";
import { unbookedStateOf } from "./unbooked-state";

/**
 * Matches payments of one partner by a few SQL statements, as `matchTransaction` would match them one after the other. A payment whose
 * candidates an earlier payment of the batch may change stays new, for the next batch. Returns the number of matched payments. Throws
 * `InvoicesChanged` if an invoice was paid or changed since it was ranked; the caller's savepoint then gives all locks back.
 *
 * The caller has locked the payments, passes them in statement order, and has checked that neither direct debits nor refund files concern them.
 */
export async function matchBatch(tx: Database, actor: Actor, transactions: readonly BankTransaction[]): Promise<number> {
  const incoming = transactions.filter(({ amountCents }) => amountCents > 0);
  const sought = incoming.map((transaction) => ({ transaction, leftCents: transaction.amountCents }));
  const { bookings, open } = await decide(rulesIn(tx, actor), sought.length, await searchCandidates(tx, actor, sought));
  const parts = bookings.flatMap((booking) => booking.parts);
  // Invoices are locked in one order, and before anything is written, so that two processes do not deadlock. Writing a hold locks its
  // invoice as well.
  const touched = [...parts.map(({ invoice }) => invoice.id), ...open.flatMap(({ invoiceIds }) => invoiceIds)];
  const locked = await lockInvoices(tx, actor, touched);
  const ranked = [...parts.map(({ invoice }) => invoice), ...open.flatMap(({ held }) => held)];
  if (!isUnchanged(ranked, locked)) throw new InvoicesChanged();

  await recordRanked(
    tx,
    open.map(({ transaction }) => transaction),
  );
  await keepHolds(tx, actor, open);
  await bookTransactions(tx, actor, bookings, locked);
  // Payments left for the next batch open their returns then.
  await reopenPossibleReturns(
    tx,
    actor,
    [...open, ...bookings].map(({ transaction }) => transaction),
  );
  const outgoing = transactions.filter(({ amountCents }) => amountCents < 0);
  const backIds = await findMoneyBack(tx, actor, outgoing);
  const stateOf = (transaction: BankTransaction) => (backIds.has(transaction.id) ? "open" : unbookedStateOf(transaction));
  const noted = outgoing.filter((transaction) => stateOf(transaction) === "noted");
  await recordMatches(
    tx,
    outgoing.filter((transaction) => !noted.includes(transaction)),
    "open",
  );
  await recordMatches(tx, noted, "noted");
  await giveCategories(tx, actor, noted);
  await verifyNow(tx);
  return outgoing.length + open.length + bookings.length;
}

/** Longest time for which payments are ranked without letting the process's other work run, in ms. */
const TURN_MS = 10;

/** An invoice of the batch was paid or changed since it was ranked. */
export class InvoicesChanged extends Error {}

/** Verifies the books now instead of at commit, so that a savepoint can take back what fails. */
export async function verifyNow(tx: Database): Promise<void> {
  await tx.execute(sql`set constraints all immediate`);
}

/** A payment that waits for a person, with the invoices that it holds as they were before the batch. */
interface OpenPayment extends HoldingPayment {
  held: RankedInvoice[];
}

/** Ranks a payment. Seeks all of its candidates if an earlier payment may concern those that were found by a reference alone. */
async function rankWhole(search: Search, index: number, earlier: EarlierPayments): Promise<FoundCandidates> {
  const found = search.rank(index);
  if (!found.isNarrow) return found;
  const parts = found.ranked.candidates[0]?.parts ?? [];
  if (isDecidedByReference(found) && !earlier.mayChange(found) && !earlier.mayChangeLeft(parts)) return found;
  await search.complete(index);
  return search.rank(index);
}

/** Divides the payments into those that are certain and those that wait for a person. The others are left for the next batch. */
async function decide(rules: BookingRules, count: number, search: Search): Promise<{ bookings: Booking[]; open: OpenPayment[] }> {
  const earlier = new EarlierPayments();
  const bookings: Booking[] = [];
  const open: OpenPayment[] = [];
  /** Amounts taken off in memory, in cents, by the invoices' ids. */
  const taken = new Map<string, number>();
  let turnBeganAt = performance.now();
  for (let index = 0; index < count; index += 1) {
    if (performance.now() - turnBeganAt > TURN_MS) {
      await nextTurn();
      turnBeganAt = performance.now();
    }
    const found = await rankWhole(search, index, earlier);
    const { transaction, ranked } = found;
    if (found.isCut || earlier.mayChange(found)) {
      earlier.addLeft(found);
      continue;
    }
    const parts = await certainPartsOf(rules, transaction, ranked);
    if (parts && earlier.mayChangeLeft(parts)) {
      earlier.addLeft(found);
      continue;
    }
    if (!parts) {
      const invoiceIds = probablyPaid(ranked);
      const held = found.possible
        .filter(({ id }) => invoiceIds.includes(id))
        .map(({ id, outstandingCents, retractedAt }) => ({ id, outstandingCents: outstandingCents + (taken.get(id) ?? 0), retractedAt }));
      open.push({ transaction, invoiceIds, held });
    } else {
      // Copied, because taking a part off changes the invoice's amount.
      const asRanked = parts.map((part) => ({ ...part, invoice: { ...part.invoice } }));
      bookings.push({ transaction, parts: asRanked });
      earlier.addBooked(transaction, asRanked);
      for (const { invoice, amountCents } of parts) {
        search.takeOff(invoice.id, amountCents);
        taken.set(invoice.id, (taken.get(invoice.id) ?? 0) + amountCents);
      }
    }
  }
  return { bookings, open };
}
