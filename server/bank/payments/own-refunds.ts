import { and, asc, eq, gt, inArray, or } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type BankTransaction, bankTransactions } from "@/db/schema/bank-transactions";
import { type PayoutItem, payoutItems, payouts } from "@/db/schema/payouts";
import { whereApproved } from "@/server/bank/refund-files/where-approved";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import type { RankedPayment } from "./rank-candidates";
import { type RefundFit, refundFit } from "./refund-fit";

/** An item of a refund file that a payment on a statement may be, although the payment does not name the item's end-to-end id. */
export interface OwnRefund {
  item: PayoutItem;
  /** Time at which the file was made. */
  madeAt: Date;
  fit: RefundFit;
}

/**
 * Finds, for each of these payments of one partner, the refunds in refund files that it may be, by the payment's id. Outgoing money may be
 * a refund that has not left, or that only a person marked as sent; incoming money may be the return of a refund that has left or may have,
 * on the account that it left from. Money may leave from any account of the company, and without the file, by a transfer that a person
 * typed: then the fit is only a hint. Considers files that do not wait for a second person, and of them the refunds that have not left, or
 * left in the 400 days before.
 */
export async function findOwnRefunds(db: Database, transactions: readonly BankTransaction[]): Promise<Map<string, OwnRefund[]>> {
  const [first] = transactions;
  if (!first) return new Map();
  const [firstDay = first.bookedOn] = transactions.map(({ bookedOn }) => bookedOn).sort();
  const sentAfter = new Date(addDays(firstDay, -LONGEST_WAY_DAYS));
  const rows = await db
    .select({ item: payoutItems, payout: payouts, leftFrom: bankTransactions.bankAccountId })
    .from(payoutItems)
    .innerJoin(payouts, and(eq(payouts.partnerId, payoutItems.partnerId), eq(payouts.id, payoutItems.payoutId), whereApproved))
    .leftJoin(
      bankTransactions,
      and(eq(bankTransactions.partnerId, payoutItems.partnerId), eq(bankTransactions.id, payoutItems.paidTransactionId)),
    )
    .where(
      and(
        eq(payoutItems.partnerId, first.partnerId),
        or(eq(payoutItems.status, "ordered"), and(eq(payoutItems.status, "paid"), gt(payoutItems.endedAt, sentAfter))),
        inArray(payoutItems.amountCents, [...new Set(transactions.map(({ amountCents }) => Math.abs(amountCents)))]),
        inArray(payouts.companyId, [...new Set(transactions.map(({ companyId }) => companyId))]),
      ),
    )
    .orderBy(asc(payoutItems.id));
  return new Map(
    transactions.map((transaction) => [
      transaction.id,
      rows.flatMap(({ item, payout, leftFrom }) => {
        const { companyId, currency, createdAt, handedOutAt } = payout;
        if (companyId !== transaction.companyId || currency !== transaction.currency) return [];
        const isLeaving = transaction.amountCents < 0;
        const isByFile = handedOutAt !== null && payout.bankAccountId === transaction.bankAccountId;
        const isExpected = isLeaving
          ? item.status === "ordered" || isMarkedAsSent(item)
          : leftFrom === null
            ? isByFile
            : leftFrom === transaction.bankAccountId;
        if (!isExpected) return [];
        const fit = refundFit(transaction, { ...item, handedOutOn: dayAt(handedOutAt ?? createdAt) });
        if (!fit) return [];
        return [{ item, madeAt: createdAt, fit: isLeaving && !isByFile ? { ...fit, by: "hint" } : fit }];
      }),
    ]),
  );
}

/** Number of days for which a refund that left is looked for. Most come back or appear on a statement within weeks. */
const LONGEST_WAY_DAYS = 400;

/** Whether a person said that a refund has left, and no entry of a statement has shown this yet. */
export function isMarkedAsSent({ status, paidTransactionId }: PayoutItem): boolean {
  return status === "paid" && paidTransactionId === null;
}

/** Numbers without a slip, by which a payment names an invoice. */
const numbers: readonly string[] = ["reference", "our_number", "partner_number", "partner_number_separated"];

/**
 * Whether incoming money is more probably a refund that came back than a customer's payment: the entry contains the refund's text, says
 * that it is a return, or names no invoice.
 */
export function isRatherRefund(found: readonly OwnRefund[], { candidates: [best] }: Pick<RankedPayment, "candidates">): boolean {
  if (found.length === 0) return false;
  const namesInvoice = best?.reasons.some((reason) => numbers.includes(reason));
  return !namesInvoice || found.some(({ fit }) => fit.hasText || fit.isReturn);
}
