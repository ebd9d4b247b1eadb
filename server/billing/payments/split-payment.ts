import type { InvoiceLine } from "@/db/schema/invoice-lines";

type LineType = InvoiceLine["type"];
type Method = NonNullable<InvoiceLine["paymentMethod"]>;

/** What of an invoice's lines a payment is split by, in the order in which they were recorded; amounts in cents. */
export type SplitLine = Pick<InvoiceLine, "type" | "amountCents">;

/** A line that a payment becomes. Its amount is negative. */
export type PaymentPart = Pick<InvoiceLine, "type" | "amountCents" | "paymentMethod">;

/** What a fee of each kind is paid by. */
const paymentOfFee: Partial<Record<LineType, LineType>> = {
  "LATE-PAYMENT-FEE-LINE": "LATE-PAYMENT-FEE-PAYMENT-LINE",
  "CHARGEBACK-FEE-LINE": "CHARGEBACK-FEE-PAYMENT-LINE",
  "INSTALLMENT-FEE-LINE": "INSTALLMENT-FEE-PAYMENT-LINE",
};

/**
 * What a payment of so many cents becomes on an invoice with these lines: it pays the fees first, the oldest first, then the rest. Of what was
 * credited meanwhile nothing is left to pay, so fees take no more than is outstanding, and what is too much lands on the rest.
 */
export function splitPayment(lines: readonly SplitLine[], amountCents: number, method: Method): PaymentPart[] {
  const outstandingCents = lines.reduce((total, line) => total + line.amountCents, 0);
  let forFeesCents = Math.min(amountCents, Math.max(outstandingCents, 0));

  const parts = unpaidFees(lines).flatMap(({ paidBy, dueCents }) => {
    const cents = Math.min(dueCents, forFeesCents);
    forFeesCents -= cents;
    return cents > 0 ? [partOf(paidBy, cents, method)] : [];
  });
  const onFeesCents = parts.reduce((total, part) => total - part.amountCents, 0);
  const restCents = amountCents - onFeesCents;
  return restCents > 0 ? [...parts, partOf("PAYMENT-LINE", restCents, method)] : parts;
}

/** The fees in their order, each with what is still due of it: earlier payments of its kind have paid the oldest first. */
function unpaidFees(lines: readonly SplitLine[]): { paidBy: LineType; dueCents: number }[] {
  const paidCents = new Map<LineType, number>();
  for (const { type, amountCents } of lines) paidCents.set(type, (paidCents.get(type) ?? 0) - amountCents);

  return lines.flatMap(({ type, amountCents }) => {
    const paidBy = paymentOfFee[type];
    if (!paidBy) return [];
    const left = paidCents.get(paidBy) ?? 0;
    const paid = Math.min(left, amountCents);
    paidCents.set(paidBy, left - paid);
    return [{ paidBy, dueCents: amountCents - paid }];
  });
}

/** The interface names the method on three of the four types. */
function partOf(type: LineType, cents: number, method: Method): PaymentPart {
  return { type, amountCents: -cents, paymentMethod: type === "CHARGEBACK-FEE-PAYMENT-LINE" ? null : method };
}
