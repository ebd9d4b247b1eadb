"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import {
  Bar,
  BarChart,
  CartesianGrid,
  LabelList,
  Line,
  LineChart,
  Rectangle,
  type RectangleProps,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { useRegion } from "@/components/ui/text/region";
import type { HomeWeek } from "@/server/desk/home/home";
import { formatDay } from "@/server/domain/formats/dates";
import { axisTicks, formatTick } from "./axis-ticks";

interface Props {
  /** Oldest first; the last week is still running. */
  weeks: HomeWeek[];
  currency: string;
}

const CENTS_PER_THOUSAND = 100_000;
/** Width of a vertical axis with its figures, in pixels. */
const AXIS_WIDTH = 44;
/** Width in pixels below which a bar gets no label in words. */
const LEAST_LABELLED_WIDTH = 18;
const tick = { fill: "var(--color-ink-faint)", fontSize: 12 };
const axis = { axisLine: false, tickLine: false, tick };
const margin = { top: 12, right: 48, bottom: 0, left: 0 };

/**
 * Two plots over the same weeks: the outstanding amount as a line, labelled at its end, and money received as bars, labelled at the highest
 * and at the current week.
 */
export default function WeeksPlot({ weeks, currency }: Props) {
  const say = useTranslations("home.weeks");
  const region = useRegion();
  const points = weeks.map(({ startsOn, outstandingCents, collectedCents }, index) => ({
    week: formatDay(startsOn, region),
    outstanding: outstandingCents / CENTS_PER_THOUSAND,
    collected: collectedCents / CENTS_PER_THOUSAND,
    isCurrent: index === weeks.length - 1,
  }));
  const formatFigure = (value: unknown) => formatTick(Number(value), region);
  const outstandingTicks = axisTicks(points.map(({ outstanding }) => outstanding));
  const collectedTicks = axisTicks(points.map(({ collected }) => collected));
  const highestCollected = Math.max(...points.map(({ collected }) => collected));

  return (
    <div role="img" aria-label={say("plotLabel", { currency, from: points[0]?.week ?? "", to: points.at(-1)?.week ?? "" })}>
      <p aria-hidden="true" className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-muted">
        <span className="inline-flex items-center gap-2">
          <span className="w-4.5 border-t-2 border-plot-outstanding" />
          {say("outstanding")}
        </span>
        <span className="inline-flex items-center gap-2">
          <span className="size-2.5 bg-plot-collected" />
          {say("collected")}
        </span>
      </p>
      <div aria-hidden="true" className="mt-3">
        <ResponsiveContainer width="100%" height={150}>
          <LineChart data={points} margin={margin} accessibilityLayer={false}>
            <CartesianGrid vertical={false} stroke="var(--color-line)" />
            <XAxis dataKey="week" hide padding={{ left: 16, right: 16 }} />
            <YAxis {...axis} width={AXIS_WIDTH} ticks={outstandingTicks} domain={domainOf(outstandingTicks)} tickFormatter={formatFigure} />
            <Tooltip
              content={<HoverFigure formatFigure={formatFigure} />}
              cursor={{ stroke: "var(--color-line-strong)" }}
              isAnimationActive={false}
            />
            <Line
              dataKey="outstanding"
              stroke="var(--color-plot-outstanding)"
              strokeWidth={1.75}
              isAnimationActive={false}
              dot={({ cx, cy, index }) =>
                index === points.length - 1 ? (
                  <circle key="last" cx={cx} cy={cy} r={3.5} fill="var(--color-plot-outstanding)" />
                ) : (
                  <g key={index} />
                )
              }
            >
              <LabelList
                dataKey="outstanding"
                content={({ x, y, value, index }) =>
                  index === points.length - 1 ? (
                    <text x={Number(x) + 10} y={Number(y) + 4} fontSize={12} fontWeight={600} fill="var(--color-ink)">
                      {formatFigure(value)}
                    </text>
                  ) : null
                }
              />
            </Line>
          </LineChart>
        </ResponsiveContainer>
        <ResponsiveContainer width="100%" height={110}>
          <BarChart data={points} margin={{ ...margin, top: 18 }} accessibilityLayer={false}>
            <CartesianGrid vertical={false} stroke="var(--color-line)" />
            <XAxis
              dataKey="week"
              {...axis}
              axisLine={{ stroke: "var(--color-line-strong)" }}
              interval="equidistantPreserveStart"
              minTickGap={16}
              padding={{ left: 16, right: 16 }}
            />
            <YAxis
              {...axis}
              width={AXIS_WIDTH}
              ticks={collectedTicks}
              domain={domainOf(collectedTicks)}
              allowDataOverflow
              tickFormatter={formatFigure}
            />
            <Tooltip
              content={<HoverFigure formatFigure={formatFigure} />}
              cursor={{ fill: "var(--color-hover)" }}
              isAnimationActive={false}
            />
            <Bar dataKey="collected" maxBarSize={22} isAnimationActive={false} shape={WeekBar}>
              <LabelList
                dataKey="collected"
                content={({ x, y, width, value, index }) => {
                  const isCurrent = index === points.length - 1;
                  // On a phone, a label of the current week would cover its neighbour's. The outline marks that week anyway.
                  const isTooSmall = Number(value) <= 0 || Number(width) < LEAST_LABELLED_WIDTH;
                  const isLabelled = isCurrent ? !isTooSmall : Number(value) === highestCollected;
                  if (!isLabelled) return null;
                  return (
                    <text
                      x={Number(x) + Number(width) / 2}
                      y={Number(y) - 6}
                      textAnchor="middle"
                      fontSize={12}
                      fontWeight={isCurrent ? 400 : 600}
                      fill={isCurrent ? "var(--color-ink-faint)" : "var(--color-ink)"}
                    >
                      {isCurrent ? say("soFar") : formatFigure(value)}
                    </text>
                  );
                }}
              />
            </Bar>
          </BarChart>
        </ResponsiveContainer>
      </div>
    </div>
  );
}

interface HoverProps {
  formatFigure: (value: unknown) => string;
  active?: boolean;
  label?: ReactNode;
  payload?: readonly { value?: unknown }[];
}

/** Tooltip of a point: its week and its figure. */
function HoverFigure({ formatFigure, active, label, payload }: HoverProps) {
  const [point] = payload ?? [];
  if (!active || !point) return null;
  return (
    <div className="rounded-md border border-line bg-raised px-2 py-1 text-xs shadow-pop">
      <span className="text-ink-muted">{label}</span> <b className="font-semibold">{formatFigure(point.value)}</b>
    </div>
  );
}

function domainOf(ticks: number[]): [number, number] {
  return [ticks[0] ?? 0, ticks.at(-1) ?? 1];
}

/** Bar of a week. The current week has only an outline, because it cannot be compared with the others yet. */
function WeekBar({ payload, ...rectangle }: RectangleProps & { payload?: { isCurrent: boolean } }) {
  const look = payload?.isCurrent
    ? { fill: "none", stroke: "var(--color-plot-collected)", strokeDasharray: "3 2" }
    : { fill: "var(--color-plot-collected)", stroke: "none" };
  return <Rectangle {...rectangle} {...look} />;
}
