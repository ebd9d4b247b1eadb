import type { AccountLine } from "./account";
import { categoryOf, type LineType, lineKinds, lineTypes } from "./line-types";

/**
 * Returns the part of the fees of a type that neither payments of such fees nor credits after them have settled, in cents. A credit names
 * no line. It counts first towards a type of fees whose unpaid part is exactly its amount, then towards late-payment fees, other fees, and
 * the billed amount. `lines` are in recorded order.
 */
export function unpaidFeeCents(lines: readonly AccountLine[], fee: LineType): number {
  const unpaid = new Map<LineType, number>();
  const settle = (type: LineType, cents: number) => unpaid.set(type, (unpaid.get(type) ?? 0) - cents);
  for (const { type, amountCents } of lines) {
    const paid = lineTypes.find((each) => lineKinds[each].paidBy === type);
    if (categoryOf(type) === "fee") settle(type, -amountCents);
    else if (paid) settle(paid, -amountCents);
    else if (categoryOf(type) === "credit") creditFees(unpaid, -amountCents);
  }
  return Math.max(unpaid.get(fee) ?? 0, 0);
}

function creditFees(unpaid: Map<LineType, number>, creditCents: number): void {
  const rankOf = ([type, cents]: [LineType, number]) => {
    if (cents === creditCents) return 0;
    return type === "LATE-PAYMENT-FEE-LINE" ? 1 : 2;
  };
  let leftCents = creditCents;
  for (const [type, cents] of [...unpaid].sort((one, other) => rankOf(one) - rankOf(other))) {
    const creditedCents = Math.min(Math.max(cents, 0), leftCents);
    unpaid.set(type, cents - creditedCents);
    leftCents -= creditedCents;
  }
}
