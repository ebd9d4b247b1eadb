/**
 * Ways to go on after a missed part:
 * - `spread`: the part's amount is added to the parts that follow, as long as there are any.
 * - `all_due`: the plan ends, and all of the balance is due in 14 days.
 */
export const missedPartRules = ["spread", "all_due"] as const;
export type MissedPartRule = (typeof missedPartRules)[number];

/**
 * Limits of the settings about instalments. Amounts in cents; the smallest balance makes two of the smallest parts. Three weeks between parts
 * leave time to remind of a missed part and to spread it before the next part is asked for.
 */
export const instalmentLimits = {
  fromCents: { least: 1_000, most: 100_000_000 },
  parts: { least: 2, most: 12, initial: 3 },
  everyDays: { least: 21, most: 90 },
};
