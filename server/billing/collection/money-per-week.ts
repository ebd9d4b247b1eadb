import { weekOf } from "@/server/domain/formats/calendar";

/** Amounts that customers are to pay in the seven days from a Monday, such as `2026-11-16`, in cents. */
export interface WeekOfMoney {
  monday: string;
  dueCents: number;
  feesCents: number;
}

/**
 * Adds up amounts by week. A fee counts in the week in which it is charged; an amount in the week of its day, or in the current week once that
 * day is over. The day is the due day, that of an instalment, of the collection of a direct debit, or the day that a customer has promised.
 */
export function moneyPerWeek(
  due: readonly { day: string; cents: number }[],
  fees: { day: string; amountCents: number }[],
  today: string,
): WeekOfMoney[] {
  const weeks = new Map<string, WeekOfMoney>();
  const add = (day: string, dueCents: number, feesCents: number) => {
    const monday = weekOf(day);
    const before = weeks.get(monday) ?? { monday, dueCents: 0, feesCents: 0 };
    weeks.set(monday, { monday, dueCents: before.dueCents + dueCents, feesCents: before.feesCents + feesCents });
  };
  for (const { day, cents } of due) if (cents > 0) add(day > today ? day : today, cents, 0);
  for (const { day, amountCents } of fees) if (amountCents > 0) add(day, 0, amountCents);
  return [...weeks.values()].sort((a, b) => (a.monday < b.monday ? -1 : 1));
}
