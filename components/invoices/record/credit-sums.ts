import type { InvoiceRecord } from "@/server/billing/invoices/invoice-record";
import type { InvoiceMoney } from "@/server/billing/payments/list-money";
import type { WayBack } from "@/server/billing/refunds/credit-and-refund";
import { readAmount } from "@/server/domain/formats/read-amount";
import { type Account, sumOf } from "@/server/domain/rules/account";
import { creditableCents } from "@/server/domain/rules/credit";
import { categoryOf } from "@/server/domain/rules/line-types";

/** Extent of the credit: everything that can be credited, some lines, or another amount. */
type Extent = "whole" | "lines" | "amount";

/** How the customer gets back money owed after the credit. "later": it stays owed as a refund. */
export type Way = WayBack | "later";

export interface CreditChoice {
  extent: Extent;
  lineIds: string[];
  /** As typed. */
  amount: string;
}

/** Returns the lines that can be credited separately. */
export function chargedLines({ lines }: InvoiceRecord): InvoiceRecord["lines"] {
  return lines.filter(({ type, amountCents }) => amountCents > 0 && (categoryOf(type) === "billed" || categoryOf(type) === "fee"));
}

/** Returns the credit in cents; 0 while nothing is chosen. */
export function creditedCents(invoice: InvoiceRecord, { extent, lineIds, amount }: CreditChoice): number {
  if (extent === "whole") return creditableCents(invoice.account);
  if (extent === "lines") return sumOf(chargedLines(invoice).filter(({ id }) => lineIds.includes(id)));
  return readAmount(amount, invoice.currency) ?? 0;
}

/** Returns the amount of the invoice's payments that providers can still refund, in cents. */
export function refundableInAll({ payments }: InvoiceMoney): number {
  return payments.reduce((cents, { refundableCents }) => cents + refundableCents, 0);
}

/**
 * Returns the amount owed to the customer after a credit of `amountCents`, minus refunds in progress, and the part of it that is given back
 * immediately; in cents.
 */
export function backAfterCredit(
  { outstandingCents }: Pick<Account, "outstandingCents">,
  money: InvoiceMoney,
  amountCents: number,
  way: Way,
): { owedCents: number; backCents: number } {
  const underWayCents = sumOf(money.refunds.filter(({ status }) => status === "pending"));
  const owedCents = Math.max(amountCents - outstandingCents - underWayCents, 0);
  const backCents = { later: 0, by_hand: owedCents, provider: Math.min(owedCents, refundableInAll(money)) }[way];
  return { owedCents, backCents };
}
