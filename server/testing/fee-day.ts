import { addDays, dayAt, daysFrom } from "@/server/domain/formats/calendar";
import { firstFeeDay } from "@/server/domain/rules/late-fee";

/**
 * Returns the number of days from today to the day on which a late-payment fee is charged. `lastFree`: number of days from today to the last
 * day without the fee. Weekends and bank holidays move the fee's day.
 */
export function feeDayAfter(lastFree: number): number {
  const today = dayAt(new Date());
  return daysFrom(today, firstFeeDay(addDays(today, lastFree)));
}
