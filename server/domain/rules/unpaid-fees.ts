import type { AccountLine } from "./account";
import { categoryOf, type LineType, lineKinds, lineTypes } from "./line-types";

/**
 * Returns the part of the fees of a type that neither payments of such fees nor credits after them have settled, in cents. A credit names
 * no line. A credit of exactly the unpaid amount of a type of fee waives that type. Any other credit counts towards what was billed, and
 * only its rest towards late-payment fees, then other fees (decision 0171). `lines` are in recorded order.
 */
export function unpaidFeeCents(lines: readonly AccountLine[], fee: LineType): number {
  return Math.max(settleFees(lines).unpaid.get(fee) ?? 0, 0);
}

/** Returns the part of each credit that was for fees, in cents, by the rule of `unpaidFeeCents`. */
export function creditedToFees<Line extends AccountLine>(lines: readonly Line[]): Map<Line, number> {
  return settleFees(lines).ofCredits;
}

function settleFees<Line extends AccountLine>(lines: readonly Line[]): { unpaid: Map<LineType, number>; ofCredits: Map<Line, number> } {
  const unpaid = new Map<LineType, number>();
  const ofCredits = new Map<Line, number>();
  let billedCents = 0;
  const settle = (type: LineType, cents: number) => unpaid.set(type, (unpaid.get(type) ?? 0) - cents);
  for (const line of lines) {
    const { type, amountCents } = line;
    const paid = lineTypes.find((each) => lineKinds[each].paidBy === type);
    if (categoryOf(type) === "fee") settle(type, -amountCents);
    else if (paid) settle(paid, -amountCents);
    else if (categoryOf(type) === "credit" && amountCents < 0) {
      const forBilledCents = creditFees(unpaid, -amountCents, billedCents);
      billedCents -= forBilledCents;
      ofCredits.set(line, -amountCents - forBilledCents);
    } else billedCents += amountCents;
  }
  return { unpaid, ofCredits };
}

/** Takes a credit, or its part beyond the unpaid billed amount, off the fees. Returns the part that was not for fees, in cents. */
function creditFees(unpaid: Map<LineType, number>, creditCents: number, billedCents: number): number {
  const rankOf = (type: LineType) => (type === "LATE-PAYMENT-FEE-LINE" ? 0 : 1);
  const inOrder = [...unpaid].sort(([one], [other]) => rankOf(one) - rankOf(other));
  const waived = inOrder.find(([, cents]) => cents === creditCents);
  let leftCents = waived ? creditCents : Math.max(creditCents - Math.max(billedCents, 0), 0);
  let forFeesCents = 0;
  for (const [type, cents] of waived ? [waived] : inOrder) {
    const creditedCents = Math.min(Math.max(cents, 0), leftCents);
    unpaid.set(type, cents - creditedCents);
    leftCents -= creditedCents;
    forFeesCents += creditedCents;
  }
  return creditCents - forFeesCents;
}
