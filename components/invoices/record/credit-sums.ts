import type { InvoiceRecord } from "@/server/billing/invoices/invoice-record";
import type { InvoiceMoney } from "@/server/billing/payments/list-money";
import type { WayBack } from "@/server/billing/refunds/credit-and-refund";
import { type Account, sumOf } from "@/server/domain/account";
import { creditableCents } from "@/server/domain/credit";
import { categoryOf } from "@/server/domain/line-types";
import { readAmount } from "@/server/domain/read-amount";

/** What is credited: all that can be, some of the lines, or another amount. */
type Extent = "whole" | "lines" | "amount";

/** How the customer gets back what is owed to them then; "later": it stays under what is to be refunded. */
export type Way = WayBack | "later";

export interface CreditChoice {
  extent: Extent;
  lineIds: string[];
  /** As a person types it. */
  amount: string;
}

/** The lines of which a part of an invoice is credited. */
export function chargedLines({ lines }: InvoiceRecord): InvoiceRecord["lines"] {
  return lines.filter(({ type, amountCents }) => amountCents > 0 && (categoryOf(type) === "billed" || categoryOf(type) === "fee"));
}

/** In cents; 0 while nothing is chosen. */
export function creditedCents(invoice: InvoiceRecord, { extent, lineIds, amount }: CreditChoice): number {
  if (extent === "whole") return creditableCents(invoice.account);
  if (extent === "lines") return sumOf(chargedLines(invoice).filter(({ id }) => lineIds.includes(id)));
  return readAmount(amount) ?? 0;
}

/** What providers can still give back of an invoice's payments, in cents. */
export function refundableInAll({ payments }: InvoiceMoney): number {
  return payments.reduce((cents, { refundableCents }) => cents + refundableCents, 0);
}

/** What is owed to the customer after a credit of `amountCents`, less what is on its way to them, and what of it goes back at once; in cents. */
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
