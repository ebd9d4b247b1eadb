import type { Database } from "@/db/client";
import type { BankTransaction } from "@/db/schema/bank-transactions";
import type { Invoice } from "@/db/schema/invoices";
import type { Actor } from "@/server/actor";
import { matchDebit } from "@/server/bank/debits/match-debit";
import { recordMatches, recordRanked } from "@/server/bank/transaction-states/transaction-state";
import { lockInvoice } from "@/server/billing/invoices/find-invoice";
import { bookTransaction } from "./book-transaction";
import { certainPartsOf, rulesIn } from "./certain-parts";
import { findCandidates } from "./find-candidates";
import { giveCategories } from "./give-categories";
import { noteForLog } from "./log-bookings";
import { matchRefundFile } from "./match-refund-file";
import { findMoneyBack, reopenPossibleReturns } from "./money-back";
import { findOwnRefunds, isRatherRefund } from "./own-refunds";
import { type CandidatePart, probablyPaid, type RankedPayment } from "./rank-candidates";
import { keepHolds } from "./rank-payment";
import { unbookedStateOf } from "./unbooked-state";

/**
 * Matches one payment with direct debits, refund files or invoices. Books it if that is certain; otherwise it waits for a person and holds
 * the invoices that it probably pays. The caller has locked the payment.
 */
export async function matchTransaction(tx: Database, actor: Actor, transaction: BankTransaction): Promise<void> {
  const rules = rulesIn(tx, actor);
  const namesOther = await rules.namesOtherCreditor(transaction);
  if (!namesOther && (await matchDebit(tx, actor, transaction))) return;
  const refunds = (await findOwnRefunds(tx, namesOther ? [] : [transaction])).get(transaction.id) ?? [];
  if (!namesOther && (await matchRefundFile(tx, actor, transaction, refunds))) return;
  if (transaction.amountCents < 0) {
    const isMoneyBack = (await findMoneyBack(tx, actor, [transaction])).has(transaction.id);
    const state = isMoneyBack ? "open" : unbookedStateOf(transaction);
    await recordMatches(tx, [transaction], state);
    return state === "noted" ? giveCategories(tx, actor, [transaction]) : undefined;
  }
  const certainOf = async (ranking: RankedPayment) =>
    isRatherRefund(refunds, ranking) ? undefined : certainPartsOf(rules, transaction, ranking);
  const ranked = await findCandidates(tx, actor, transaction, transaction.amountCents);
  const certainParts = await certainOf(ranked);
  const parts = certainParts && (await lockParts(tx, actor, transaction, certainParts, certainOf));
  if (!parts) {
    await recordRanked(tx, [transaction]);
    // If parts were certain, `lockParts` gave up because an invoice had changed. Ranks again, because the probable invoices may have
    // changed too.
    const newlyRanked = certainParts ? await findCandidates(tx, actor, transaction, transaction.amountCents) : ranked;
    await keepHolds(tx, actor, [{ transaction, invoiceIds: probablyPaid(newlyRanked) }]);
    return reopenPossibleReturns(tx, actor, [transaction]);
  }
  await bookTransaction(
    tx,
    actor,
    transaction,
    parts.map(({ invoice, amountCents }) => ({ invoiceId: invoice.id, amountCents })),
  );
  await noteForLog(tx, transaction);
  await reopenPossibleReturns(tx, actor, [transaction]);
}

/**
 * Locks the parts' invoices and returns the parts. If an invoice has changed, ranks again and returns the new parts by `certainOf`, because
 * two simultaneous payments may both have been ranked before either was booked. Undefined if the new ranking is not certain or names other
 * invoices.
 */
async function lockParts(
  tx: Database,
  actor: Actor,
  transaction: BankTransaction,
  parts: CandidatePart[],
  certainOf: (ranking: RankedPayment) => Promise<CandidatePart[] | undefined>,
): Promise<CandidatePart[] | undefined> {
  const locked = new Map<string, Invoice>();
  for (const { invoice } of parts) locked.set(invoice.id, await lockInvoice(tx, actor, invoice.id));
  const ranked = parts.map(({ invoice }) => invoice);
  if (isUnchanged(ranked, locked)) return parts;
  const newParts = await certainOf(await findCandidates(tx, actor, transaction, transaction.amountCents));
  return newParts?.every(({ invoice }) => locked.has(invoice.id)) ? newParts : undefined;
}

/** The facts of an invoice by which a payment was ranked. Amount in cents. */
export type RankedInvoice = Pick<CandidatePart["invoice"], "id" | "outstandingCents" | "retractedAt">;

/** Whether the locked invoices are still as they were when the payment was ranked. */
export function isUnchanged(ranked: readonly RankedInvoice[], locked: ReadonlyMap<string, Invoice>): boolean {
  return ranked.every(({ id, outstandingCents, retractedAt }) => {
    const now = locked.get(id);
    // `amountTotalCents` is the sum of all lines: the outstanding amount.
    return now?.amountTotalCents === outstandingCents && now.retractedAt?.getTime() === retractedAt?.getTime();
  });
}
