import { type AccountLine, sumOf } from "./account";
import { type LineType, lineKinds } from "./line-types";

/** A line that records a part of a payment. Its amount is negative. `Method` is the caller's type of payment method. */
export interface PaymentPart<Method> extends AccountLine {
  paymentMethod: Method | null;
}

/**
 * Splits a payment of `amountCents` over an invoice's lines, given in recorded order. Fees are paid first, oldest first; the rest becomes a
 * PAYMENT-LINE. Fees get at most the outstanding amount, which credits can lower below the fees' sum. An overpayment goes to the
 * PAYMENT-LINE.
 */
export function splitPayment<Method>(lines: readonly AccountLine[], amountCents: number, method: Method): PaymentPart<Method>[] {
  let forFeesCents = Math.min(amountCents, Math.max(sumOf(lines), 0));

  const parts = unpaidFees(lines).flatMap(({ paidBy, dueCents }) => {
    const cents = Math.min(dueCents, forFeesCents);
    forFeesCents -= cents;
    return cents > 0 ? [partOf(paidBy, cents, method)] : [];
  });
  // The parts are negative.
  const restCents = amountCents + sumOf(parts);
  return restCents > 0 ? [...parts, partOf("PAYMENT-LINE", restCents, method)] : parts;
}

/** Returns the fees in order, each with the unpaid amount. Earlier payments of the same type paid the oldest fee first. */
function unpaidFees(lines: readonly AccountLine[]): { paidBy: LineType; dueCents: number }[] {
  // Per type of payment line: its sum in cents that has not been set against a fee yet.
  const unusedCents = new Map<LineType, number>();
  for (const { type, amountCents } of lines) unusedCents.set(type, (unusedCents.get(type) ?? 0) - amountCents);

  return lines.flatMap(({ type, amountCents }) => {
    const { paidBy } = lineKinds[type];
    if (!paidBy) return [];
    const leftCents = unusedCents.get(paidBy) ?? 0;
    const paidCents = Math.min(leftCents, amountCents);
    unusedCents.set(paidBy, leftCents - paidCents);
    return [{ paidBy, dueCents: amountCents - paidCents }];
  });
}

function partOf<Method>(type: LineType, cents: number, method: Method): PaymentPart<Method> {
  return { type, amountCents: -cents, paymentMethod: lineKinds[type].namesMethod ? method : null };
}
