"use client";

import { useLocale, useTimeZone, useTranslations } from "next-intl";
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, XAxis, YAxis } from "recharts";
import { useRegion } from "@/components/ui/text/region";
import { formatMoment } from "@/server/domain/formats/dates";
import type { HourOfAttempts } from "@/server/notifications/count-attempts-per-hour";

const AXIS_WIDTH = 44;
const tick = { fill: "var(--color-ink-faint)", fontSize: 12 };
const axis = { axisLine: false, tickLine: false, tick };
const margin = { top: 12, right: 16, bottom: 0, left: 0 };

/** Successful attempts, with failed ones on top. Oldest hour first; the last hour is still running. */
export default function AttemptsPlot({ hours }: { hours: HourOfAttempts[] }) {
  const say = useTranslations("endpoints.hours");
  const locale = useLocale();
  const region = useRegion();
  const timeZone = useTimeZone() ?? "UTC";
  const points = hours.map(({ startsAt, deliveredCount, failedCount }) => ({
    hour: formatMoment(startsAt, region, timeZone),
    delivered: deliveredCount,
    failed: failedCount,
  }));
  const sum = (name: "delivered" | "failed") => points.reduce((total, point) => total + point[name], 0);
  return (
    <div role="img" aria-label={say("plotLabel", { delivered: sum("delivered"), failed: sum("failed") })}>
      <p aria-hidden="true" className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-muted">
        <span className="inline-flex items-center gap-2">
          <span className="size-2.5 bg-plot-collected" />
          {say("delivered")}
        </span>
        <span className="inline-flex items-center gap-2">
          <span className="size-2.5 bg-late-mark" />
          {say("failed")}
        </span>
      </p>
      <div aria-hidden="true" className="mt-3">
        <ResponsiveContainer width="100%" height={156}>
          <BarChart data={points} margin={margin} accessibilityLayer={false}>
            <CartesianGrid vertical={false} stroke="var(--color-line)" />
            <XAxis
              dataKey="hour"
              {...axis}
              axisLine={{ stroke: "var(--color-line-strong)" }}
              interval="equidistantPreserveStart"
              minTickGap={24}
              padding={{ left: 8, right: 8 }}
            />
            <YAxis
              {...axis}
              width={AXIS_WIDTH}
              tickCount={4}
              allowDecimals={false}
              tickFormatter={(value) => Number(value).toLocaleString(locale)}
            />
            <Bar dataKey="delivered" stackId="attempts" maxBarSize={16} isAnimationActive={false} fill="var(--color-plot-collected)" />
            <Bar dataKey="failed" stackId="attempts" maxBarSize={16} isAnimationActive={false} fill="var(--color-late-mark)" />
          </BarChart>
        </ResponsiveContainer>
      </div>
    </div>
  );
}
