import { type AgreedPlan, followParts, LEAST_ASKED_CENTS, type PlanLine } from "./instalment-account";

/** An unfinished direct debit of a part. */
export interface DebitOfPart {
  /** Number of the part, from 1. */
  number: number;
  /** In cents. */
  amountCents: number;
  /** `scheduled`: in no file yet. `pending`: the bank may have it. */
  status: "scheduled" | "pending";
}

/** Amounts that the direct debits of a plan may still collect. */
export interface FollowedDebits {
  /** Whether the plan goes on by transfer, because a part is open that no debit collects: it was rejected, returned or taken out. */
  isOver: boolean;
  /** Amounts in cents, by the number of the part; 0: nothing is left of it. Those at the bank are not in it. */
  cents: ReadonlyMap<number, number>;
}

/**
 * Returns what planned direct debits of a plan may collect after the lines that were added since: what is open of each part, never more than was
 * announced. A debit at the bank counts as a payment of its own part that has come, and what exceeds that of the other parts in order. A part that
 * no debit collects ends all of them, except for a rest that is not asked for and an amount that came on top of what was agreed on.
 */
export function followDebits(plan: AgreedPlan, lines: readonly PlanLine[], debits: readonly DebitOfPart[]): FollowedDebits {
  const open = new Map(followParts(plan, lines).map(({ number, openCents }) => [number, openCents]));
  const cover = (number: number, cents: number): number => {
    const taken = Math.min(cents, open.get(number) ?? 0);
    open.set(number, (open.get(number) ?? 0) - taken);
    return cents - taken;
  };
  const atBank = debits.filter(({ status }) => status === "pending");
  const exceeding = atBank.map(({ number, amountCents }) => cover(number, amountCents));
  let spilledCents = exceeding.reduce((sum, cents) => sum + cents, 0);
  for (const number of open.keys()) spilledCents = cover(number, spilledCents);
  const collected = new Set(debits.map(({ number }) => number));
  const isOver = [...open].some(
    ([number, openCents]) => number <= plan.parts.length && openCents >= LEAST_ASKED_CENTS && !collected.has(number),
  );
  const planned = debits.filter(({ status }) => status === "scheduled");
  const leftOf = ({ number, amountCents }: DebitOfPart) => (isOver ? 0 : Math.min(amountCents, open.get(number) ?? 0));
  return { isOver, cents: new Map(planned.map((debit) => [debit.number, leftOf(debit)])) };
}
