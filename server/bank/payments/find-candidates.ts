import type { Database } from "@/db/client";
import type { BankTransaction } from "@/db/schema/bank-transactions";
import type { Actor } from "@/server/actor";
import { findPossible } from "./find-possible";
import type { SoughtPayment } from "./point-at-invoices";
import { type PossibleInvoice, type RankedPayment, rankCandidates } from "./rank-candidates";
import { type ReadPayment, readPayment } from "./read-payment";

/** A payment with its ranked candidates. */
export interface FoundCandidates {
  transaction: BankTransaction;
  payment: ReadPayment;
  ranked: RankedPayment;
  /** All invoices that were ranked. */
  possible: PossibleInvoice[];
}

/** Candidates of several payments, found by one search. */
export interface Search {
  /** Ranks the candidates of the payment at this place. */
  rank(index: number): FoundCandidates;
  /** Takes a booked part off the outstanding amount, for the payments ranked afterwards. */
  takeOff(invoiceId: string, cents: number): void;
}

/** Returns the invoices that a payment on a statement may be for, among those that the actor may see, ranked. */
export async function findCandidates(db: Database, actor: Actor, transaction: BankTransaction, leftCents: number): Promise<RankedPayment> {
  return (await searchCandidates(db, actor, [{ transaction, leftCents }])).rank(0).ranked;
}

/** Finds the candidates of many payments, with as few statements as of one. */
export async function searchCandidates(db: Database, actor: Actor, sought: readonly SoughtPayment[]): Promise<Search> {
  const read = sought.map((each) => ({ ...each, payment: readPayment(each.transaction) }));
  const { of, takeOff } = await findPossible(db, actor, read);
  return {
    takeOff,
    rank: (index) => {
      const each = read[index];
      if (!each) throw new Error(`No payment ${index}`);
      const { transaction, leftCents, payment } = each;
      const possible = of(index);
      return { transaction, payment, ranked: rankCandidates({ ...transaction, amountCents: leftCents }, payment, possible), possible };
    },
  };
}
