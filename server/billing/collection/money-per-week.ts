import { weekOf } from "@/server/domain/formats/calendar";

/** Amounts that customers are to pay in the seven days from a Monday, such as `2026-11-16`, in cents. */
export interface WeekOfMoney {
  monday: string;
  dueCents: number;
  feesCents: number;
  /** Days by which the amounts are to be paid, in order; earlier than the week if they are over. */
  dueDays: string[];
  /** Days on which direct debits collect some of the amounts, in order. */
  debitDays: string[];
}

/** An amount, in cents, and the day on which it is expected. `isDebited`: whether a direct debit collects it. */
export interface ExpectedMoney {
  day: string;
  cents: number;
  isDebited?: boolean;
}

/**
 * Adds up amounts by week. A fee counts in the week in which it is charged; an amount in the week of its day, or in the current week once that
 * day is over. The day is the due day, that of an instalment, of the collection of a direct debit, or the day that a customer has promised.
 */
export function moneyPerWeek(due: readonly ExpectedMoney[], fees: { day: string; amountCents: number }[], today: string): WeekOfMoney[] {
  const weeks = new Map<string, WeekOfMoney>();
  const weekWith = (day: string) => {
    const monday = weekOf(day);
    const week = weeks.get(monday) ?? { monday, dueCents: 0, feesCents: 0, dueDays: [], debitDays: [] };
    weeks.set(monday, week);
    return week;
  };
  for (const { day, cents, isDebited } of due) {
    if (cents <= 0) continue;
    const week = weekWith(day > today ? day : today);
    week.dueCents += cents;
    const days = isDebited ? week.debitDays : week.dueDays;
    if (!days.includes(day)) days.push(day);
  }
  for (const { day, amountCents } of fees) if (amountCents > 0) weekWith(day).feesCents += amountCents;
  for (const { dueDays, debitDays } of weeks.values()) for (const days of [dueDays, debitDays]) days.sort();
  return [...weeks.values()].sort((a, b) => (a.monday < b.monday ? -1 : 1));
}
