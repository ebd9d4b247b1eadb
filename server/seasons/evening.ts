import { hourOn } from "@/server/domain/formats/calendar";

/** Hour of the day at which a season's bank makes its files, by companies' clocks. */
const EVENING_HOUR = 18;

/** Returns the moment on a day at which the season's bank makes its files. */
export function eveningOf(day: string): Date {
  return hourOn(day, EVENING_HOUR);
}
