import { divide } from "./instalment-parts";
import { categoryOf, type LineType } from "./line-types";

/** A plan as it was agreed to. Amounts in cents. */
export interface AgreedPlan {
  parts: { dueOn: string; amountCents: number }[];
  /** Number of the invoice's lines at the agreement, the fee included. Lines are only added. */
  linesCount: number;
  /** Missed parts that were spread over the rest, and the number of lines then. In order. */
  spreads: { number: number; linesCount: number }[];
}

/** A part of a plan now. Amounts in cents. */
export interface PartNow {
  /** From 1. */
  number: number;
  dueOn: string;
  /** Amount to pay with it in all: as agreed, less credits, and what came on top. */
  amountCents: number;
  /** Unpaid part of the amount. */
  openCents: number;
  /** How many times a payment that had covered it, or the last cent of it, was taken back. */
  reopened: number;
}

interface PlanLine {
  type: LineType;
  amountCents: number;
  paymentId?: string | null;
}

/** A payment's share of a part. */
interface Cover {
  paymentId: string | null;
  part: number;
  cents: number;
}

/**
 * Returns the parts of a plan after the lines that were added since. A payment covers parts in order; one that is taken back opens the parts
 * that it had covered, and one from before the plan is due with the last part. A credit lowers parts from the last one back. An amount on top is due with the last part. A missed part that was spread
 * leaves what is open of it to the parts behind it. The open amounts add up to the balance, or to 0 if more was paid.
 */
export function followParts({ parts: agreed, linesCount, spreads }: AgreedPlan, lines: readonly PlanLine[]): PartNow[] {
  const parts = agreed.map(({ dueOn, amountCents }) => ({ dueOn, amountCents, coveredCents: 0, reopened: 0 }));
  const covers: Cover[] = [];
  // Money beyond all parts, and credits beyond what was open.
  let surplusCents = 0;

  const cover = (cents: number, paymentId: string | null) => {
    let leftCents = cents;
    parts.forEach((part, index) => {
      const taken = Math.min(leftCents, part.amountCents - part.coveredCents);
      if (taken <= 0) return;
      part.coveredCents += taken;
      leftCents -= taken;
      covers.push({ paymentId, part: index, cents: taken });
    });
    surplusCents += leftCents;
  };
  /** Opens the parts that the payment covered, the last one first; then those that any payment did. */
  const uncover = (cents: number, paymentId: string | null) => {
    let leftCents = cents - Math.min(surplusCents, cents);
    surplusCents -= cents - leftCents;
    const isOf = (each: Cover) => paymentId !== null && each.paymentId === paymentId;
    for (const each of [...covers.filter(isOf).reverse(), ...covers.filter((other) => !isOf(other)).reverse()]) {
      const taken = Math.min(leftCents, each.cents);
      const part = parts[each.part];
      if (part && taken > 0) {
        if (part.coveredCents === part.amountCents) part.reopened += 1;
        part.coveredCents -= taken;
      }
      each.cents -= taken;
      leftCents -= taken;
    }
    return leftCents;
  };
  const add = (cents: number) => {
    const fromSurplus = Math.min(surplusCents, cents);
    const last = parts.at(-1);
    if (last) last.amountCents += cents;
    surplusCents -= fromSurplus;
    if (fromSurplus > 0) cover(fromSurplus, null);
  };
  const credit = (cents: number) => {
    let leftCents = cents;
    for (const part of [...parts].reverse()) {
      const taken = Math.min(leftCents, part.amountCents - part.coveredCents);
      part.amountCents -= taken;
      leftCents -= taken;
    }
    surplusCents += leftCents;
  };
  const spread = (number: number) => {
    const missed = parts[number - 1];
    const rest = parts.slice(number);
    if (!missed || rest.length === 0) return;
    const openCents = missed.amountCents - missed.coveredCents;
    missed.amountCents = missed.coveredCents;
    divide(openCents, rest.length).forEach((cents, index) => {
      const part = rest[index];
      if (part) part.amountCents += cents;
    });
  };

  const since = lines.slice(linesCount);
  const isFromBefore = (id: string | null) =>
    id !== null && !since.some(({ type, paymentId }) => categoryOf(type) === "payment" && paymentId === id);
  const isSpreadAt = (count: number) => spreads.filter((each) => each.linesCount === count);
  for (const { number } of isSpreadAt(linesCount)) spread(number);
  since.forEach(({ type, amountCents, paymentId = null }, index) => {
    const category = categoryOf(type);
    if (category === "payment") cover(-amountCents, paymentId);
    else if (category === "chargeback") add(isFromBefore(paymentId) ? amountCents : uncover(amountCents, paymentId));
    else if (amountCents < 0) credit(-amountCents);
    else add(amountCents);
    for (const { number } of isSpreadAt(linesCount + index + 1)) spread(number);
  });
  return parts.map(({ dueOn, amountCents, coveredCents, reopened }, index) => ({
    number: index + 1,
    dueOn,
    amountCents,
    openCents: amountCents - coveredCents,
    reopened,
  }));
}

/** Returns the part to be paid next; undefined once all are paid. */
export function nextPart(parts: readonly PartNow[]): PartNow | undefined {
  return parts.find(({ openCents }) => openCents > 0);
}

/** Returns what is to be paid now, in cents: the next part, and those behind it whose day has come; 0 once all are paid. */
export function dueNowCents(parts: readonly PartNow[], today: string): number {
  const next = nextPart(parts);
  return parts.reduce((sum, { number, dueOn, openCents }) => sum + (number === next?.number || dueOn <= today ? openCents : 0), 0);
}
