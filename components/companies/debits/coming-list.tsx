import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMay } from "@/components/shell/reader-rights";
import { Button } from "@/components/ui/form/button";
import { OnDemand } from "@/components/ui/overlay/on-demand";
import { Section } from "@/components/ui/page/section";
import { Cell, type CellLayout, HeadCell, Row, Table, TableBody, TableHead } from "@/components/ui/table/table";
import { Amount } from "@/components/ui/text/amount";
import { Fact } from "@/components/ui/text/fact";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import type { ComingDebits } from "@/server/bank/debit-files/list-coming";
import { groupIban } from "@/server/domain/banking/group-iban";
import { DebitedInvoices } from "./debited-invoices";

/**
 * The next planned debits, and why some of them go into no file now. All of them are counted above, and those for which it is too early, which is
 * usual.
 */
export function ComingList({ coming: { listed, count, earlyCount } }: { coming: ComingDebits }) {
  const say = useTranslations("debits.list");
  const sayBlocker = useTranslations("debits.blockers");
  const sayLost = useTranslations("debits.notArrived");
  const mayMark = useMay("money") && listed.some(({ isAnnounced }) => isAnnounced);
  return (
    <Section title={say("title")} note={listed.length < count ? say("first", { shown: listed.length, count }) : undefined}>
      <p className="text-sm text-ink-muted">{say("unfiled", { count, early: earlyCount })}</p>
      <Table caption={say("title")} cards>
        <TableHead>
          <HeadCell {...layouts.holder}>{say("holder")}</HeadCell>
          <HeadCell {...layouts.invoices}>{say("invoices")}</HeadCell>
          <HeadCell {...layouts.account}>{say("account")}</HeadCell>
          <HeadCell {...layouts.day}>{say("day")}</HeadCell>
          {mayMark && <HeadCell {...layouts.announcement}>{say("announcement")}</HeadCell>}
          <HeadCell {...layouts.amount}>{say("amount")}</HeadCell>
        </TableHead>
        <TableBody>
          {listed.map(({ id, holder, iban, invoices, collectOn, blocker, isAnnounced, amountCents }) => (
            <Row key={id} tall>
              <Cell {...layouts.holder} title={holder ?? undefined}>
                {holder ?? "–"}
              </Cell>
              <Cell {...layouts.invoices}>
                <DebitedInvoices invoices={invoices} />
                {blocker && blocker !== "early" && (
                  <Fact tone="ourTurn" icon={TriangleAlert} small className="flex! whitespace-normal!">
                    <span>{sayBlocker(blocker)}</span>
                  </Fact>
                )}
              </Cell>
              <Cell {...layouts.account}>{iban ? groupIban(iban) : "–"}</Cell>
              <Cell {...layouts.day}>
                <FormattedDate day={collectOn} as="date" />
              </Cell>
              {mayMark && (
                <Cell {...layouts.announcement}>
                  {isAnnounced && (
                    <OnDemand
                      load={() => import("./not-arrived")}
                      popup="dialog"
                      props={{ debit: { id, holder, amountCents } }}
                      trigger={
                        <Button size="sm" className="min-[721px]:-my-1" aria-label={sayLost("openNamed", { name: holder ?? "–" })}>
                          <span className="max-[720px]:hidden">{sayLost("openShort")}</span>
                          <span className="min-[721px]:hidden">{sayLost("open")}</span>
                        </Button>
                      }
                    />
                  )}
                </Cell>
              )}
              <Cell {...layouts.amount}>
                <Amount cents={amountCents} />
              </Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
    </Section>
  );
}

const layouts = {
  holder: { clip: true, card: 1, className: "min-[721px]:w-[22%]" },
  invoices: { card: "line" },
  account: { hideOrder: 2, card: "hide", className: "whitespace-nowrap tabular-nums" },
  day: { card: 3, className: "whitespace-nowrap" },
  announcement: { card: "line", className: "whitespace-nowrap" },
  amount: { money: true, card: 2 },
} as const satisfies Record<string, CellLayout & { className?: string }>;
