import { CalendarClock, FileDown, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useMay } from "@/components/shell/reader-rights";
import { Button } from "@/components/ui/form/button";
import { Checkbox } from "@/components/ui/form/checkbox";
import { BulkBar } from "@/components/ui/overlay/bulk-bar";
import { OnDemand } from "@/components/ui/overlay/on-demand";
import { Section } from "@/components/ui/page/section";
import { Cell, type CellLayout, HeadCell, Row, Table, TableBody, TableHead } from "@/components/ui/table/table";
import { Amount } from "@/components/ui/text/amount";
import { Fact } from "@/components/ui/text/fact";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import { useRegion } from "@/components/ui/text/region";
import type { ComingAccount } from "@/server/bank/debit-files/list-coming";
import { groupIban } from "@/server/domain/banking/group-iban";
import { formatDay } from "@/server/domain/formats/dates";

/** Planned debits of an account by day of collection. Ticked days go into a file, after a confirmation. */
export function ComingDays({ account }: { account: ComingAccount }) {
  const say = useTranslations("debits.coming");
  const region = useRegion();
  const { bankAccountId, holder, iban, days, takesDebits } = account;
  const mayOrder = useMay("money") && takesDebits;
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const possible = days.filter(({ ready }) => ready.count > 0);
  const chosen = days.filter(({ collectOn }) => ticked.has(collectOn));
  const seen = {
    count: chosen.reduce((sum, { ready }) => sum + ready.count, 0),
    amountCents: chosen.reduce((sum, { ready }) => sum + ready.amountCents, 0),
  };
  const lateCount = days.reduce((sum, { toPutOff }) => sum + toPutOff, 0);
  const areAllTicked = possible.length > 0 && possible.every(({ collectOn }) => ticked.has(collectOn));
  const tickAll = (isTicked: boolean) => setTicked(new Set(isTicked ? possible.map(({ collectOn }) => collectOn) : []));
  const tick = (day: string, isTicked: boolean) =>
    setTicked((before) => new Set(isTicked ? [...before, day] : [...before].filter((each) => each !== day)));
  const name = `${holder} ${groupIban(iban)}`;

  return (
    <Section
      title={say("title")}
      note={name}
      actions={
        mayOrder &&
        lateCount > 0 && (
          <OnDemand
            load={() => import("./postpone-debits")}
            popup="dialog"
            props={{ account, count: lateCount }}
            trigger={
              <Button size="sm">
                <CalendarClock />
                {say("postpone.open")}
              </Button>
            }
          />
        )
      }
    >
      {!takesDebits && (
        <Fact tone="ourTurn" icon={TriangleAlert} className="whitespace-normal!">
          {say("noDebits")}
        </Fact>
      )}
      <Table caption={say("caption", { account: name })} cards>
        <TableHead>
          {mayOrder && (
            <HeadCell edge card="hide">
              <Checkbox
                aria-label={say("chooseAll")}
                checked={areAllTicked}
                indeterminate={!areAllTicked && chosen.length > 0}
                disabled={possible.length === 0}
                onChange={({ target }) => tickAll(target.checked)}
              />
            </HeadCell>
          )}
          <HeadCell {...layouts.day}>{say("columns.day")}</HeadCell>
          <HeadCell {...layouts.cutOff}>{say("columns.cutOff")}</HeadCell>
          <HeadCell {...layouts.ready}>{say("columns.ready")}</HeadCell>
          <HeadCell {...layouts.amount}>{say("columns.amount")}</HeadCell>
        </TableHead>
        <TableBody>
          {days.map(({ collectOn, fileFrom, cutOffAt, count, ready, amountCents, isEarly, isLate }) => (
            <Row key={collectOn} selected={ticked.has(collectOn)}>
              {mayOrder && (
                <Cell edge>
                  <Checkbox
                    aria-label={say("choose", { day: formatDay(collectOn, region, "date") })}
                    checked={ticked.has(collectOn)}
                    disabled={ready.count === 0}
                    onChange={({ target }) => tick(collectOn, target.checked)}
                  />
                </Cell>
              )}
              <Cell {...layouts.day}>
                <FormattedDate day={collectOn} as="date" />
              </Cell>
              <Cell {...layouts.cutOff} className={isLate ? "text-late" : undefined}>
                <FormattedDate at={cutOffAt} as="moment" />
              </Cell>
              <Cell {...layouts.ready}>
                {isEarly
                  ? say.rich("from", { all: count, day: () => <FormattedDate key="day" day={fileFrom} as="date" /> })
                  : say("ready", { count: ready.count, all: count })}
              </Cell>
              <Cell {...layouts.amount}>
                <Amount cents={ready.count > 0 ? ready.amountCents : amountCents} />
              </Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
      {mayOrder && possible.length > 0 && (
        <BulkBar
          name={say("ticked.name", { account: name })}
          summary={
            <>
              {say("ticked.count", { count: seen.count })}
              {seen.count > 0 && (
                <>
                  {" · "}
                  <Amount cents={seen.amountCents} currency="EUR" className="font-semibold" />
                </>
              )}
            </>
          }
          more={
            // On a phone the table has no head, and so no checkbox for all days.
            !areAllTicked && (
              <Button size="sm" variant="quiet" className="min-[721px]:hidden" onClick={() => tickAll(true)}>
                {say("chooseAll")}
              </Button>
            )
          }
        >
          <OnDemand
            load={() => import("./make-files")}
            popup="dialog"
            props={{ account, chosen: { bankAccountId, days: chosen.map(({ collectOn }) => collectOn), seen } }}
            trigger={
              <Button size="sm" variant="primary" disabled={seen.count === 0}>
                <FileDown />
                {say("make")}
              </Button>
            }
          />
        </BulkBar>
      )}
    </Section>
  );
}

const layouts = {
  day: { card: 1 },
  cutOff: { card: 3 },
  ready: { card: "line" },
  amount: { money: true, card: 2 },
} as const satisfies Record<string, CellLayout>;
