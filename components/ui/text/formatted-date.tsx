"use client";

import { useTimeZone } from "next-intl";
import { type DayStyle, formatDay, formatMoment, type MomentStyle } from "@/server/domain/formats/dates";
import { useRegion } from "./region";

type FormattedDateProps = { className?: string } & (
  | { /** A day of the calendar, "2026-11-04". */ day: string; as?: DayStyle; at?: never }
  | { /** A moment. */ at: Date | string; as?: MomentStyle; day?: never }
);

/** A day of the calendar, or a moment in the portal's time zone. */
export function FormattedDate({ day, at, as, className }: FormattedDateProps) {
  const region = useRegion();
  const timeZone = useTimeZone() ?? "UTC";
  if (day !== undefined) {
    return (
      <time className={className} dateTime={day.slice(0, 10)} suppressHydrationWarning>
        {formatDay(day, region, as)}
      </time>
    );
  }
  return (
    <time
      className={className}
      dateTime={new Date(at).toISOString()}
      title={formatMoment(at, region, timeZone, "full")}
      suppressHydrationWarning
    >
      {formatMoment(at, region, timeZone, as)}
    </time>
  );
}
