"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useLocale, useTranslations } from "next-intl";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { useTRPC } from "@/components/data/trpc";
import { Trouble } from "@/components/failures/trouble";
import { Segmented } from "@/components/ui/form/segmented";
import { Section } from "@/components/ui/page/section";
import { Cell, HeadCell, Row, SumRow, Table, TableBody, TableFoot, TableHead } from "@/components/ui/table/table";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import type { HourOfAttempts } from "@/server/notifications/count-attempts-per-hour";

/** The plot, loaded at its first use. The placeholder has the same height, so that nothing moves when the plot appears. */
const AttemptsPlot = dynamic(() => import("./attempts-plot"), { ssr: false, loading: () => <div className="h-47" /> });

const views = ["plot", "table"] as const;
/** Interval of refetching in ms. */
const POLL_MS = 60_000;

/** Number of successful and failed attempts in each of the last 48 hours. */
export function Attempts({ endpointId }: { endpointId: string }) {
  const say = useTranslations("endpoints.hours");
  const ui = useTranslations("ui");
  const [view, setView] = useQueryState("hours", parseAsStringLiteral(views).withDefault("plot"));
  const {
    data: hours,
    error,
    isLoadingError,
    refetch,
  } = useQuery(useTRPC().endpoints.attemptsPerHour.queryOptions({ endpointId }, { refetchInterval: POLL_MS }));
  const isEmpty = hours?.every(({ deliveredCount, failedCount }) => deliveredCount + failedCount === 0);
  return (
    <Section
      title={say("title")}
      note={say("note")}
      actions={
        <Segmented name={say("showAs")} value={view} segments={views.map((value) => ({ value, label: say(value) }))} onChange={setView} />
      }
    >
      {!hours && !isLoadingError && <div className="h-47" />}
      {isLoadingError && <Trouble bare title={ui("notLoaded")} error={error} onRetry={() => void refetch()} />}
      {isEmpty && <p className="text-sm text-ink-muted">{say("nothing")}</p>}
      {hours && !isEmpty && (view === "plot" ? <AttemptsPlot hours={hours} /> : <AttemptsTable hours={hours} />)}
    </Section>
  );
}

/** Hours with attempts, newest first. */
function AttemptsTable({ hours }: { hours: HourOfAttempts[] }) {
  const say = useTranslations("endpoints.hours");
  const locale = useLocale();
  // The last hour is still running.
  const currentHour = hours.at(-1);
  const withAttempts = hours.filter(({ deliveredCount, failedCount }) => deliveredCount + failedCount > 0).toReversed();
  const sum = (count: (hour: HourOfAttempts) => number) => hours.reduce((total, hour) => total + count(hour), 0).toLocaleString(locale);
  return (
    <Table caption={say("title")} density="slim" flush>
      <TableHead>
        <HeadCell>{say("hour")}</HeadCell>
        <HeadCell numeric>{say("delivered")}</HeadCell>
        <HeadCell numeric>{say("failed")}</HeadCell>
      </TableHead>
      <TableBody>
        {withAttempts.map((hour) => (
          <Row key={hour.startsAt.getTime()}>
            <Cell>
              <FormattedDate at={hour.startsAt} as="moment" />
              {hour === currentHour && <span className="text-ink-faint"> {say("soFar")}</span>}
            </Cell>
            <Cell numeric>{hour.deliveredCount.toLocaleString(locale)}</Cell>
            <Cell numeric>{hour.failedCount.toLocaleString(locale)}</Cell>
          </Row>
        ))}
      </TableBody>
      <TableFoot>
        <SumRow>
          <Cell>{say("sum")}</Cell>
          <Cell numeric>{sum(({ deliveredCount }) => deliveredCount)}</Cell>
          <Cell numeric>{sum(({ failedCount }) => failedCount)}</Cell>
        </SumRow>
      </TableFoot>
    </Table>
  );
}
