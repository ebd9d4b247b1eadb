"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { Section } from "@/components/ui/page/section";
import { Cell, Row, Table, TableBody } from "@/components/ui/table/table";
import { Amount } from "@/components/ui/text/amount";
import { useRegion } from "@/components/ui/text/region";
import type { ImportDescription } from "@/server/billing/imports/import";
import { formatDay } from "@/server/domain/formats/dates";

/** Maximum number of events shown. */
const MOST_EVENTS = 12;

/** Planned messages and fees of the import's invoices if nobody pays, by day, and the money that falls due, by week. */
export function ImportForecast({ record }: { record: Pick<ImportDescription, "id" | "currency" | "transmittedAt"> }) {
  const say = useTranslations("collection");
  const region = useRegion();
  const { data: forecast } = useQuery(useTRPC().imports.forecast.queryOptions({ importId: record.id }));
  if (!forecast || forecast.rows.length === 0) return null;
  const daysIn = (days: string[]) => days.map((day) => formatDay(day, region, "day")).join(", ");
  return (
    <Section title={say("forecast.title")} note={say(record.transmittedAt ? "forecast.ifNobodyPays" : "forecast.ifTransmittedNow")} rule>
      <div className="-mt-3">
        <Table caption={say("forecast.title")} density="slim" flush>
          <TableBody>
            {forecast.rows.slice(0, MOST_EVENTS).map(({ day, kind, count, amountCents }) => (
              <Row key={`${day} ${kind}`}>
                <Cell className="whitespace-nowrap">{formatDay(day, region, "day")}</Cell>
                <Cell>{say(`items.${kind}`)}</Cell>
                <Cell numeric>{amountCents > 0 ? <Amount cents={amountCents} /> : say("forecast.mails", { count })}</Cell>
              </Row>
            ))}
          </TableBody>
        </Table>
      </div>
      {forecast.weeks.length > 0 && (
        <Table caption={say("forecast.weeks")} captionShown density="slim" flush>
          <TableBody>
            {forecast.weeks.map(({ monday, dueCents, feesCents, dueDays, debitDays }) => (
              <Row key={monday}>
                <Cell>{say("forecast.week", { day: formatDay(monday, region, "day") })}</Cell>
                <Cell>
                  {[
                    dueDays.length > 0 && say("forecast.fallsDue", { day: daysIn(dueDays) }),
                    debitDays.length > 0 && say("forecast.debited", { day: daysIn(debitDays) }),
                    feesCents > 0 && say("forecast.fees"),
                  ]
                    .filter(Boolean)
                    .join(" + ")}
                </Cell>
                <Cell numeric>
                  <Amount cents={dueCents + feesCents} />
                </Cell>
              </Row>
            ))}
          </TableBody>
        </Table>
      )}
      <p className="text-xs text-ink-faint">
        {say("forecast.due", { day: formatDay(forecast.dueOn, region, "long"), currency: record.currency })}{" "}
        <Amount cents={forecast.outstandingCents} />
      </p>
    </Section>
  );
}
