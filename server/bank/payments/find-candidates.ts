import type { Database } from "@/db/client";
import type { BankTransaction } from "@/db/schema/bank-transactions";
import type { Actor } from "@/server/actor";
import { isDecidedByReference } from "./decided-by-reference";
import { findPossible } from "./find-possible";
import type { SoughtPayment } from "./point-at-invoices";
import type { PossibleInvoice } from "./possible-invoice";
import { type RankedPayment, rankCandidates } from "./rank-candidates";
import { type ReadPayment, readPayment } from "./read-payment";

/** A payment with its ranked candidates. */
export interface FoundCandidates {
  transaction: BankTransaction;
  payment: ReadPayment;
  ranked: RankedPayment;
  /** All invoices that were ranked. */
  possible: PossibleInvoice[];
  /**
   * Whether the search was narrow. It then found only the invoice whose number the payment contains, and invoices known from the payer's
   * account.
   */
  isNarrow: boolean;
  /**
   * Whether the search left out invoices because a name finds only a limited number. A new search may find these once others are paid.
   */
  isCut: boolean;
}

/** Candidates of several payments, found by one search. */
export interface Search {
  /** Ranks the candidates of the payment at this place. */
  rank(index: number): FoundCandidates;
  /** Takes a booked part off the outstanding amount, for the payments ranked afterwards. */
  takeOff(invoiceId: string, cents: number): void;
  /** Seeks all candidates of the payment at this place. */
  complete(index: number): Promise<void>;
}

/** Returns the invoices that a payment on a statement may be for, among those that the actor may see, ranked. */
export async function findCandidates(db: Database, actor: Actor, transaction: BankTransaction, leftCents: number): Promise<RankedPayment> {
  const payment = readPayment(transaction);
  const possible = await findPossible(db, actor, [{ transaction, leftCents, payment }], { startsNarrow: false });
  return rankCandidates({ ...transaction, amountCents: leftCents }, payment, possible.invoicesOf(0));
}

/**
 * Finds the candidates of many payments. Sends no more SQL statements than for one payment. If a single reference decides what is booked or
 * held for a payment, no other invoices are sought for it, and its ranking does not contain them.
 */
export async function searchCandidates(db: Database, actor: Actor, sought: readonly SoughtPayment[]): Promise<Search> {
  const soughtPayments = sought.map((each) => ({ ...each, payment: readPayment(each.transaction) }));
  const { invoicesOf, takeOff, isNarrow, isCut, widen } = await findPossible(db, actor, soughtPayments, { startsNarrow: true });
  const rank = (index: number): FoundCandidates => {
    const each = soughtPayments[index];
    if (!each) throw new Error(`No payment ${index}`);
    const { transaction, leftCents, payment } = each;
    const possible = invoicesOf(index);
    const ranked = rankCandidates({ ...transaction, amountCents: leftCents }, payment, possible);
    return { transaction, payment, ranked, possible, isNarrow: isNarrow(index), isCut: isCut(index) };
  };
  // Searches fully for each payment that had no narrow search, or whose narrow search does not decide.
  await widen([...soughtPayments.keys()].filter((index) => !isNarrow(index) || !isDecidedByReference(rank(index))));
  return { takeOff, rank, complete: (index) => widen([index]) };
}
