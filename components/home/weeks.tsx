"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { Segmented } from "@/components/ui/form/segmented";
import { Section } from "@/components/ui/page/section";
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from "@/components/ui/table/table";
import { Amount } from "@/components/ui/text/amount";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import type { HomeFigures } from "@/server/desk/home/home";

/** The plot, loaded separately. Its placeholder is as high, so that nothing moves when it arrives. */
const WeeksPlot = dynamic(() => import("./weeks-plot"), { ssr: false, loading: () => <div className="h-73" /> });

const views = ["plot", "table"] as const;

/** Outstanding amount at the end of each week, and money received during it. */
export function Weeks({ figures: { currency, weeks } }: { figures: HomeFigures }) {
  const say = useTranslations("home");
  const [view, setView] = useQueryState("weeks", parseAsStringLiteral(views).withDefault("plot"));
  return (
    <Section
      title={say("weeks.title")}
      note={say(view === "plot" ? "weeks.noteThousand" : "weeks.note", { currency })}
      actions={
        <Segmented
          name={say("weeks.showAs")}
          value={view}
          segments={views.map((value) => ({ value, label: say(`weeks.${value}`) }))}
          onChange={setView}
        />
      }
    >
      {view === "plot" ? (
        <WeeksPlot weeks={weeks} currency={currency} />
      ) : (
        <Table caption={say("weeks.title")} density="slim" flush>
          <TableHead>
            <HeadCell>{say("weeks.weekOf")}</HeadCell>
            <HeadCell numeric>{say("weeks.collected")}</HeadCell>
            <HeadCell numeric money>
              {say("weeks.outstanding")}
            </HeadCell>
          </TableHead>
          <TableBody>
            {weeks.map((week, index) => (
              <Row key={week.startsOn}>
                <Cell>
                  <FormattedDate day={week.startsOn} as="date" />
                  {index === weeks.length - 1 && <span className="text-ink-faint"> {say("weeks.soFar")}</span>}
                </Cell>
                <Cell numeric>
                  <Amount cents={week.collectedCents} />
                </Cell>
                <Cell numeric money className="font-medium">
                  <Amount cents={week.outstandingCents} />
                </Cell>
              </Row>
            ))}
          </TableBody>
        </Table>
      )}
      <p className="mt-3 text-xs text-ink-faint">{say("weeks.countedOn")}</p>
    </Section>
  );
}
