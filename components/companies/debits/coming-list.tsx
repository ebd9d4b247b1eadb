import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
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
  const mayMark = useMay("money");
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? listed : listed.slice(0, FIRST_SHOWN);
  return (
    <Section title={say("title")} note={shown.length < count ? say("first", { shown: shown.length, count }) : undefined}>
      <p className="text-sm text-ink-muted">{say("unfiled", { count, early: earlyCount })}</p>
      <Table caption={say("title")} cards>
        <TableHead>
          <HeadCell {...layouts.holder}>{say("holder")}</HeadCell>
          <HeadCell {...layouts.invoices}>{say("invoices")}</HeadCell>
          <HeadCell {...layouts.account}>{say("account")}</HeadCell>
          <HeadCell {...layouts.day}>{say("day")}</HeadCell>
          <HeadCell {...layouts.announcement}>{say("announcement")}</HeadCell>
          <HeadCell {...layouts.amount}>{say("amount")}</HeadCell>
        </TableHead>
        <TableBody>
          {shown.map(({ id, holder, iban, invoices, collectOn, blocker, isAnnounced, amountCents }) => (
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
              <Cell {...layouts.announcement}>
                {blocker !== "bank_has_file" && <span className="text-ink-muted">{say(isAnnounced ? "announced" : "notAnnounced")}</span>}
                {isAnnounced && mayMark && (
                  <span className="-ml-2 block max-[720px]:ml-2 max-[720px]:inline">
                    <OnDemand
                      load={() => import("./not-arrived")}
                      popup="dialog"
                      props={{ debit: { id, holder, amountCents } }}
                      trigger={
                        <Button size="sm" variant="quiet" aria-label={sayLost("openNamed", { name: holder ?? "–" })}>
                          {sayLost("openShort")}
                        </Button>
                      }
                    />
                  </span>
                )}
              </Cell>
              <Cell {...layouts.amount}>
                <Amount cents={amountCents} />
              </Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
      {shown.length < listed.length && (
        <p>
          <Button size="sm" onClick={() => setWhole(true)}>
            {say("more", { count: listed.length - shown.length })}
          </Button>
        </p>
      )}
    </Section>
  );
}

/** Number of debits that are shown until the reader wants more. */
const FIRST_SHOWN = 20;

const layouts = {
  holder: { clip: true, card: 1, className: "min-[721px]:w-[22%]" },
  invoices: { card: "line" },
  account: { hideOrder: 2, card: "hide", className: "whitespace-nowrap tabular-nums" },
  day: { card: 3, className: "whitespace-nowrap" },
  announcement: { card: "line", className: "whitespace-nowrap" },
  amount: { money: true, card: 2 },
} as const satisfies Record<string, CellLayout & { className?: string }>;
