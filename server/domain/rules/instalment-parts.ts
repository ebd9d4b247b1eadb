import { addDays, addMonths } from "@/server/domain/formats/calendar";
import { type InstalmentBasis, type InstalmentPayer, strictestRule } from "./instalment-rules";
import { instalmentLimits, type MissedPartRule } from "./instalment-settings";

/** Smallest part, in cents. */
export const LEAST_PART_CENTS = instalmentLimits.fromCents.least / 2;

/** Highest fee as a percentage of the balance. */
const MOST_FEE_PERCENT = 5;

/** A part of a plan: its amount, in cents, and the day by which it is to be paid, such as `2026-11-20`. */
interface Part {
  amountCents: number;
  dueOn: string;
}

/** Company's settings that plans follow. */
interface InstalmentSettings {
  /** Smallest balance that can be paid in parts, in cents; null: none can. */
  instalmentsFromCents: number | null;
  instalmentsMostParts: number;
  /** Days from one part to the next; null: months. */
  instalmentsEveryDays: number | null;
  /** Fee of organisations, in cents. */
  instalmentsFeeCents: number;
  instalmentsMissed: MissedPartRule;
  /** First day of the period that the invoices are for, such as `2026-07-01`; null: it begins with the transmission. */
  instalmentsPeriodBeginsOn: string | null;
  /** Last day of the period, such as `2027-06-30`; null: the invoices are for no period. */
  instalmentsPeriodEndsOn: string | null;
}

/** Divides an amount in cents. The parts add up to it; the first one has the remainder. */
export function divide(totalCents: number, count: number): number[] {
  const each = Math.floor(totalCents / count);
  return Array.from({ length: count }, (_, index) => (index === 0 ? totalCents - each * (count - 1) : each));
}

/**
 * Returns the days of the parts. Months count from the first day, so that a short month does not move the days after it: 31 January,
 * 28 February, 31 March.
 */
export function partDays(firstOn: string, count: number, everyDays: number | null): string[] {
  return Array.from({ length: count }, (_, index) =>
    everyDays === null ? addMonths(firstOn, index) : addDays(firstOn, index * everyDays),
  );
}

/** Reasons for which a plan is not offered, as far as amount, days and law decide. */
export type NoParts = "off" | "too_small" | "law" | "period_over";

/** A balance to be divided, and the facts on which the law depends. */
export interface DividedClaim {
  settings: Omit<InstalmentSettings, "instalmentsMissed">;
  payer: InstalmentPayer;
  /** Day of the transmission. */
  transmittedOn: string;
  /** Balance without the fee, in cents. */
  balanceCents: number;
  /** Day of the first part. */
  firstOn: string;
  /** Day of the agreement. */
  agreedOn: string;
  /** Returns the first day from a day on, such as `2026-11-20`, on which a part can be paid: for direct debits, a bank day. Absent: any day. */
  payDay?: (day: string) => string;
}

/** A plan that can be agreed to. */
export interface OfferedPlan {
  parts: Part[];
  /** Fee, which the parts include; 0: none. In cents. */
  feeCents: number;
  /** The law by which it is offered. */
  basis: InstalmentBasis;
}

/** Returns the plans that a payer can choose from, by number of parts, or why there is none. */
export function offerParts(claim: DividedClaim): OfferedPlan[] | NoParts {
  const { settings, payer, transmittedOn, balanceCents, firstOn, agreedOn, payDay = (day) => day } = claim;
  const {
    instalmentsFromCents,
    instalmentsMostParts,
    instalmentsEveryDays,
    instalmentsFeeCents,
    instalmentsPeriodEndsOn: endsOn,
  } = settings;
  if (instalmentsFromCents === null) return "off";
  if (balanceCents < instalmentsFromCents || balanceCents < 2 * LEAST_PART_CENTS) return "too_small";
  const period = endsOn === null ? null : { beginsOn: settings.instalmentsPeriodBeginsOn ?? transmittedOn, endsOn };
  const { rule, lastOn, basis } = strictestRule(payer, agreedOn, period);
  if (rule.mostParts < 2) return "law";
  const feeCents = Math.min(instalmentsFeeCents, rule.mostFeeCents, Math.floor((balanceCents * MOST_FEE_PERCENT) / 100));
  const counts = Array.from({ length: Math.min(instalmentsMostParts, rule.mostParts) - 1 }, (_, index) => index + 2);
  const plans = counts.flatMap((count): OfferedPlan[] => {
    const days = partDays(firstOn, count, instalmentsEveryDays).map(payDay);
    const amounts = divide(balanceCents, count);
    if ((days.at(-1) ?? "") > lastOn || amounts.some((cents) => cents < LEAST_PART_CENTS)) return [];
    // The fee is due with the first part.
    return [
      {
        feeCents,
        basis,
        parts: days.map((dueOn, index) => ({ dueOn, amountCents: (amounts[index] ?? 0) + (index === 0 ? feeCents : 0) })),
      },
    ];
  });
  return plans.length > 0 ? plans : "period_over";
}
