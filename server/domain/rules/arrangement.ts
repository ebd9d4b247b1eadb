import { addDays, daysFrom, isDay } from "@/server/domain/formats/calendar";
import { sumOf } from "./account";
import { divide, LEAST_PART_CENTS, partDays } from "./instalment-parts";
import { type ClaimPeriod, type InstalmentBasis, type InstalmentPayer, strictestRule } from "./instalment-rules";

/** Reasons for which staff end an arrangement. */
export const arrangementEnds = ["customer_asked", "other_terms", "mistake", "other"] as const;
export type ArrangementEnd = (typeof arrangementEnds)[number];

/** Days from the agreement to the first part, as proposed. */
const USUAL_DAYS = 14;

/** A part of an arrangement: its amount, in cents, and the day by which it is to be paid, such as `2026-11-20`. */
export interface ArrangedPart {
  amountCents: number;
  dueOn: string;
}

/** Limits of an arrangement that is agreed on today. */
export interface ArrangementLimits {
  /** Balance that the parts must add up to, in cents. */
  balanceCents: number;
  /** Highest number of parts. */
  mostParts: number;
  /** First and last day on which a part may be due, such as `2026-11-20`. */
  firstOn: string;
  lastOn: string;
  /** The law that permits the arrangement: the row, its source, and the day on which the source was checked. */
  law: InstalmentBasis;
}

/** A balance over which an arrangement is to be agreed on, and the facts on which the law depends. */
interface Claim {
  payer: InstalmentPayer;
  /** Period that the invoice is for; null: it is for none. */
  period: ClaimPeriod | null;
  /** In cents. */
  balanceCents: number;
  /** Day of the agreement. */
  today: string;
}

/**
 * Returns the limits of an arrangement, or the error code of the reason why there can be none. No source was found that permits more over
 * arrears than before the due day, so the rules for instalments apply to both (decision 0187).
 */
export function arrangementLimits({
  payer,
  period,
  balanceCents,
  today,
}: Claim): ArrangementLimits | "arrangement_too_small" | "arrangement_against_law" | "arrangement_period_over" {
  if (balanceCents < 2 * LEAST_PART_CENTS) return "arrangement_too_small";
  const { rule, lastOn, basis } = strictestRule(payer, today, period);
  if (rule.mostParts < 2) return "arrangement_against_law";
  const firstOn = addDays(today, 1);
  const mostParts = Math.min(rule.mostParts, Math.floor(balanceCents / LEAST_PART_CENTS), daysFrom(firstOn, lastOn) + 1);
  if (mostParts < 2) return "arrangement_period_over";
  return { balanceCents, mostParts, firstOn, lastOn, law: basis };
}

/**
 * Divides the balance evenly; the first part has the remainder. The first part is due in two weeks, and each other part a month after the
 * one before. If that would exceed the last day, the parts are closer together. `count`: from 2 to `mostParts` of the limits.
 */
export function proposeParts(
  { balanceCents, firstOn, lastOn }: Pick<ArrangementLimits, "balanceCents" | "firstOn" | "lastOn">,
  count: number,
): ArrangedPart[] {
  const usualOn = addDays(firstOn, USUAL_DAYS - 1);
  const startOn = daysFrom(usualOn, lastOn) >= count - 1 ? usualOn : firstOn;
  const monthly = partDays(startOn, count, null);
  const isInTime = (monthly.at(-1) ?? "") <= lastOn;
  const days = isInTime ? monthly : partDays(startOn, count, Math.floor(daysFrom(startOn, lastOn) / (count - 1)));
  return divide(balanceCents, count).map((amountCents, index) => ({ amountCents, dueOn: days[index] ?? lastOn }));
}

/** Error codes of parts that cannot be agreed on. */
type PartsProblem =
  | "arrangement_part_count"
  | "arrangement_part_too_small"
  | "arrangement_days_wrong"
  | "arrangement_too_long"
  | "arrangement_sum_differs";

/** Returns the error code of the first thing that is wrong with the parts; undefined if they can be agreed on. */
export function problemOfParts(
  parts: readonly ArrangedPart[],
  { balanceCents, mostParts, firstOn, lastOn }: Omit<ArrangementLimits, "law">,
): PartsProblem | undefined {
  if (parts.length < 2 || parts.length > mostParts) return "arrangement_part_count";
  if (parts.some(({ amountCents }) => amountCents < LEAST_PART_CENTS)) return "arrangement_part_too_small";
  const isInOrder = parts.every(({ dueOn }, index) => isDay(dueOn) && dueOn >= firstOn && dueOn > (parts[index - 1]?.dueOn ?? ""));
  if (!isInOrder) return "arrangement_days_wrong";
  if ((parts.at(-1)?.dueOn ?? "") > lastOn) return "arrangement_too_long";
  return sumOf(parts) === balanceCents ? undefined : "arrangement_sum_differs";
}
