import { DAY_MS, MINUTE_MS } from "@/server/domain/formats/time";
import type { Random } from "./random";

/** Returns the midnight UTC at which a moment's day began. The story ends at today's, so that it does not depend on the hour of loading. */
export function startOfDay(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / DAY_MS) * DAY_MS);
}

export function addDays(moment: Date, days: number): Date {
  return new Date(moment.getTime() + days * DAY_MS);
}

/** Returns a moment `days` later, at a random time between two hours of that day. */
export function onDay(random: Random, from: Date, days: number, [least, most]: readonly [number, number]): Date {
  return new Date(
    addDays(startOfDay(from), days).getTime() + random.whole(least * 60, most * 60 - 1) * MINUTE_MS + random.whole(0, 59_999),
  );
}

/** First hour of the day, and the hour before which it ends, both in UTC. */
export const OFFICE_HOURS = [8, 17] as const;
export const WAKING_HOURS = [7, 22] as const;
