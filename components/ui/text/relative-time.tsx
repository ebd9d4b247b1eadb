"use client";

import { useLocale, useTimeZone } from "next-intl";
import { formatMoment, formatRelative } from "@/server/domain/formats/dates";
import { MINUTE_MS } from "@/server/domain/formats/time";
import { useBusinessMinute } from "./business-clock";
import { useRegion } from "./region";
import { useMinute } from "./use-minute";

export interface RelativeTimeProps {
  at: Date | string;
  /** Whether `at` is in real time, as for API keys, deliveries and sign-ins, instead of by the partner's clock. */
  inRealTime?: boolean;
  /** Whether other words precede it in the sentence. */
  inSentence?: boolean;
  className?: string;
}

/** A relative time such as "3 days ago", kept up to date. The absolute time is in its title and in the markup, and replaces it in print. */
export function RelativeTime({ at, inRealTime = false, inSentence = false, className }: RelativeTimeProps) {
  const locale = useLocale();
  const region = useRegion();
  const timeZone = useTimeZone() ?? "UTC";
  const [real, business] = [useMinute(), useBusinessMinute()];
  const minute = inRealTime ? real : business;
  const absolute = formatMoment(at, region, timeZone, "full");
  const relative = formatRelative(at, currentTime(minute, at), region, timeZone);

  // At the turn of a minute, the server may render one minute less than the browser, which hydration must not report.
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

/** Returns the current time. If `at` is within the current minute, that is `at`, because the clock knows only when the minute began. */
function currentTime(minute: number, at: Date | string): number {
  const sinceMinuteMs = new Date(at).getTime() - minute;
  return sinceMinuteMs > 0 && sinceMinuteMs < MINUTE_MS ? minute + sinceMinuteMs : minute;
}

function capitalised(words: string, locale: string): string {
  return words.charAt(0).toLocaleUpperCase(locale) + words.slice(1);
}
