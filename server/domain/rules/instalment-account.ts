import { addDays, dayAt, laterDay } from "@/server/domain/formats/calendar";
import { sumOf } from "./account";
import { divide } from "./instalment-parts";
import { lastArrival } from "./late-fee";
import { categoryOf, type LineType } from "./line-types";

/**
 * Smallest amount that is asked for by itself, in cents. A smaller rest of a part is asked for with the next part; a smaller rest of the
 * last part is never asked for.
 */
export const LEAST_ASKED_CENTS = 100;

/** Minimum number of days from the day on which a missed part is spread to that of the next part: customers learn of its sum on the first. */
const LEAST_DAYS_AFTER_SPREAD = 7;

/** A plan as it was agreed to. Amounts in cents. */
export interface AgreedPlan {
  parts: { dueOn: string; amountCents: number }[];
  /** Number of the invoice's lines at the agreement, the fee included. Lines are only added. */
  linesCount: number;
  /** Missed parts that were spread over the rest, the number of lines then, and the day; earlier versions recorded none. In order. */
  spreads: { number: number; linesCount: number; on?: string }[];
  /** Days to pay an amount that is added later, from its line's day. */
  dueDays: number;
}

/** A part of a plan now. Amounts in cents. */
export interface PartNow {
  /** From 1. */
  number: number;
  dueOn: string;
  /** Amount to pay with the part in all: as agreed, less credits, plus what came on top or was left of the part before. */
  amountCents: number;
  /** Unpaid part of the amount. */
  openCents: number;
  /** Number of times that a payment towards the part was taken back. */
  reopened: number;
}

/** A line of an invoice, as a plan sees it. Amount in cents. */
export interface PlanLine {
  type: LineType;
  amountCents: number;
  date: Date;
  /** The payment that the line records or takes back. Null or absent: none. */
  paymentId?: string | null;
  /** For a chargeback: whether it reverses a wrong booking. */
  isUndone?: boolean;
}

export interface PaidLine extends PlanLine {
  /** Method of the payment that the line records; null for other lines. */
  method: string | null;
}

/** A payment's share of a part. */
interface Cover {
  paymentId: string | null;
  part: number;
  cents: number;
}

/**
 * Returns the parts of a plan after the lines that were added since the agreement. The open amounts add up to the balance, or to 0 if more
 * was paid.
 * - A payment covers parts in order. A payment that is taken back opens the parts that it had covered. A booking that was undone counts as
 *   if it had never been.
 * - A credit lowers parts from the last one back.
 * - An amount on top is due with the last part, if that is unpaid and leaves the days to pay; otherwise it is a part of its own.
 * - A missed part that was spread leaves its open amount to the agreed parts behind it. They are due at least seven days later.
 */
export function followParts({ parts: agreed, linesCount, spreads, dueDays }: AgreedPlan, lines: readonly PlanLine[]): PartNow[] {
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
  /**
   * Opens the parts that the payment covered, the last one first, then those that a surplus did. Money that is given back without a payment
   * opens what any payment covered. Returns the rest, such as a payment from before the plan, in cents.
   */
  const uncover = (cents: number, paymentId: string | null) => {
    let leftCents = cents - Math.min(surplusCents, cents);
    surplusCents -= cents - leftCents;
    const isOf = (each: Cover) => each.paymentId === paymentId;
    const others = covers.filter((each) => (paymentId === null ? !isOf(each) : each.paymentId === null));
    const opened = new Set<number>();
    for (const each of [...covers.filter(isOf).reverse(), ...others.reverse()]) {
      const taken = Math.min(leftCents, each.cents);
      const part = parts[each.part];
      if (part && taken > 0) {
        part.coveredCents -= taken;
        opened.add(each.part);
      }
      each.cents -= taken;
      leftCents -= taken;
    }
    parts.forEach((part, index) => {
      if (opened.has(index)) part.reopened += 1;
    });
    return leftCents;
  };
  const add = (cents: number, date: Date) => {
    if (cents <= 0) return;
    const fromSurplusCents = Math.min(surplusCents, cents);
    const last = parts.at(-1);
    const dueOn = addDays(dayAt(date), dueDays);
    if (last && last.coveredCents < last.amountCents && last.dueOn >= dueOn) last.amountCents += cents;
    else parts.push({ dueOn: laterDay(dueOn, last?.dueOn ?? dueOn), amountCents: cents, coveredCents: 0, reopened: 0 });
    surplusCents -= fromSurplusCents;
    if (fromSurplusCents > 0) cover(fromSurplusCents, null);
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
  const spread = ({ number, on }: AgreedPlan["spreads"][number]) => {
    const missed = parts[number - 1];
    const rest = parts.slice(number, agreed.length);
    if (!missed || rest.length === 0) return;
    const openCents = missed.amountCents - missed.coveredCents;
    missed.amountCents = missed.coveredCents;
    divide(openCents, rest.length).forEach((cents, index) => {
      const part = rest[index];
      if (!part) return;
      part.amountCents += cents;
      if (on) part.dueOn = laterDay(part.dueOn, addDays(on, LEAST_DAYS_AFTER_SPREAD));
    });
  };

  const spreadsAt = (count: number) => spreads.filter((each) => each.linesCount === count);
  spreadsAt(linesCount).forEach(spread);
  withoutUndone(lines.slice(linesCount)).forEach(({ type, amountCents, date, paymentId = null }, index) => {
    const category = categoryOf(type);
    if (category === "payment") cover(-amountCents, paymentId);
    else if (category === "chargeback") add(uncover(amountCents, paymentId), date);
    else if (amountCents < 0) credit(-amountCents);
    else add(amountCents, date);
    spreadsAt(linesCount + index + 1).forEach(spread);
  });
  parts.forEach((part, index) => {
    const next = parts[index + 1];
    const openCents = part.amountCents - part.coveredCents;
    if (!next || openCents >= LEAST_ASKED_CENTS) return;
    part.amountCents -= openCents;
    next.amountCents += openCents;
  });
  return parts.map(({ dueOn, amountCents, coveredCents, reopened }, index) => ({
    number: index + 1,
    dueOn,
    amountCents,
    openCents: amountCents - coveredCents,
    reopened,
  }));
}

/** Sets the amounts of bookings that were undone, and of their chargebacks, to 0. Keeps the number of lines, by which spreads are found. */
function withoutUndone(lines: readonly PlanLine[]): PlanLine[] {
  const undone = new Set(lines.flatMap(({ isUndone, paymentId }) => (isUndone && paymentId ? [paymentId] : [])));
  const isWhole = (id: string) => sumOf(lines.filter(({ paymentId }) => paymentId === id)) === 0;
  // A booking from before the plan has only its chargeback among these lines.
  const ignored = new Set([...undone].filter(isWhole));
  return lines.map((line) => (ignored.has(line.paymentId ?? "") ? { ...line, amountCents: 0 } : line));
}

/** Returns the part to be paid next; undefined once all are paid. */
export function nextPart(parts: readonly PartNow[]): PartNow | undefined {
  return parts.find(({ openCents }) => openCents > 0);
}

/**
 * Whether payments by a day, such as `2026-11-20`, have paid a part, except for a rest that is not asked for. A bank transfer also counts if it
 * arrived on the next bank day (`lastArrival`).
 */
export function isPartPaidBy(plan: AgreedPlan, lines: readonly PaidLine[], number: number, lastOn: string): boolean {
  const arrival = lastArrival(lastOn);
  const isLate = ({ type, date, method }: PaidLine) =>
    categoryOf(type) === "payment" && dayAt(date) > (method === "bank_transfer" ? arrival : lastOn);
  const inTime = lines.map((line) => (isLate(line) ? { ...line, amountCents: 0 } : line));
  const part = followParts(plan, inTime)[number - 1];
  return part !== undefined && part.openCents < LEAST_ASKED_CENTS;
}

/**
 * Returns what is to be paid now, in cents: the next part alone, also if the days of others have come; 0 once all are paid. Mails, page, PDF and
 * payments ask for it.
 */
export function dueNowCents(parts: readonly PartNow[]): number {
  return nextPart(parts)?.openCents ?? 0;
}
