import { addDays, dayAt, daysFrom } from "@/server/domain/formats/calendar";
import { firstFeeDay } from "@/server/domain/rules/late-fee";

/** Returns in how many days a late-payment fee is charged whose last free day is `lastFree` days from today: weekends and bank holidays count. */
export function feeDayAfter(lastFree: number): number {
  const today = dayAt(new Date());
  return daysFrom(today, firstFeeDay(addDays(today, lastFree)));
}
