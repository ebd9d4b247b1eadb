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

/** What the direct debits of a plan may still collect. */
export interface FollowedDebits {
  /** Whether the plan goes on by transfer, because a part is open that no debit collects: it was rejected, returned or taken out. */
  isOver: boolean;
  /** Amounts in cents, by the number of the part; 0: nothing is left of it. Those at the bank are not in it. */
  cents: ReadonlyMap<number, number>;
}

/**
 * Returns what planned direct debits of a plan may collect after the lines that were added since: what is open of each part, never more than was
 * announced. A debit at the bank counts as a payment that has come. A part that no debit collects ends all of them, except for a rest that is
 * not asked for and an amount that came on top of what was agreed on.
 */
export function followDebits(plan: AgreedPlan, lines: readonly PlanLine[], debits: readonly DebitOfPart[]): FollowedDebits {
  const atBank = debits.filter(({ status }) => status === "pending");
  const coming = atBank.map(
    ({ amountCents, number }): PlanLine => ({
      ...{ type: "PAYMENT-LINE", amountCents: -amountCents, date: new Date(0) },
      paymentId: `part ${number}`,
    }),
  );
  const parts = followParts(plan, [...lines, ...coming]);
  const planned = new Map(debits.flatMap(({ number, amountCents, status }) => (status === "scheduled" ? [[number, amountCents]] : [])));
  const isLeftOut = ({ number, openCents }: (typeof parts)[number]) =>
    number <= plan.parts.length && openCents >= LEAST_ASKED_CENTS && !planned.has(number);
  const isOver = parts.some(isLeftOut);
  const openOf = (number: number) => (isOver ? 0 : (parts[number - 1]?.openCents ?? 0));
  return { isOver, cents: new Map([...planned].map(([number, announced]) => [number, Math.min(announced, openOf(number))])) };
}
