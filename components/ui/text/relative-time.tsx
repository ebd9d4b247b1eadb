"use client";

import { useLocale, useTimeZone } from "next-intl";
import { formatMoment, formatRelative } from "@/server/domain/formats/dates";
import { MINUTE_MS } from "@/server/domain/formats/time";
import { useBusinessMinute } from "./business-clock";
import { useRegion } from "./region";
import { useMinute } from "./use-minute";

export interface RelativeTimeProps {
  at: Date | string;
  /** Fixed reference time, if the business clock is not the real one. */
  now?: Date | string;
  /** For events in real time instead of the partner's clock: keys, deliveries, sign-ins. */
  isReal?: boolean;
  /** Whether other words precede it. */
  inSentence?: boolean;
  className?: string;
}

/** "3 days ago", kept up to date. The absolute time is in its title, in the markup, and alone in print. */
export function RelativeTime({ at, now, isReal = false, inSentence = false, className }: RelativeTimeProps) {
  const locale = useLocale();
  const region = useRegion();
  const timeZone = useTimeZone() ?? "UTC";
  const [real, business] = [useMinute(), useBusinessMinute()];
  const minute = isReal ? real : business;
  const absolute = formatMoment(at, region, timeZone, "full");
  const relative = formatRelative(at, now ? new Date(now) : asSeenAt(minute, at), region, timeZone);

  // A page rendered as the minute turns may show one minute less than the browser would; that is no error.
  return (
    <time className={className} dateTime={new Date(at).toISOString()} title={absolute} suppressHydrationWarning>
      <span className="print:hidden" suppressHydrationWarning>
        {inSentence ? relative : capitalised(relative, locale)}
      </span>
      <span className="hidden print:inline" aria-hidden="true" suppressHydrationWarning>
        {absolute}
      </span>
    </time>
  );
}

/** Treats a time within the current minute as now: the clock only knows when the minute began. */
function asSeenAt(minute: number, at: Date | string): number {
  const sinceMinuteMs = new Date(at).getTime() - minute;
  return sinceMinuteMs > 0 && sinceMinuteMs < MINUTE_MS ? minute + sinceMinuteMs : minute;
}

function capitalised(words: string, locale: string): string {
  return words.charAt(0).toLocaleUpperCase(locale) + words.slice(1);
}
