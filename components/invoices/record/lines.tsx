import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTimeZone, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { statementHref } from "@/components/bank/statement/statement-address";
import { useTRPC } from "@/components/data/trpc";
import { Section } from "@/components/ui/page/section";
import { useIsHydrated } from "@/components/ui/page/use-is-hydrated";
import { Cell, HeadCell, Row, SumRow, Table, TableBody, TableFoot, TableHead } from "@/components/ui/table/table";
import { Total } from "@/components/ui/table/total";
import { Amount } from "@/components/ui/text/amount";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import type { InvoiceRecord } from "@/server/billing/invoices/invoice-record";
import type { StatementLine } from "@/server/billing/payments/find-statement-lines";
import { formatMoment } from "@/server/domain/formats/dates";
import { lineNameOf, undoneBy } from "@/server/domain/words/line-names";

/** The account, line by line, down to the outstanding amount. Equal dates are shown once, but screen readers read one on each row. */
export function Lines({ invoice }: { invoice: InvoiceRecord }) {
  const { lines, currency, account } = invoice;
  const say = useTranslations("invoice");
  const timeZone = useTimeZone() ?? "UTC";
  const typeOf = (line: InvoiceRecord["lines"][number]) => say(`lineTypes.${lineNameOf(line, invoice)}`);
  const eventOf = (line: InvoiceRecord["lines"][number]) => {
    const by = undoneBy(line, invoice);
    return by ? say("timeline.undoneBy", { by }) : typeOf(line);
  };
  const textOf = (line: InvoiceRecord["lines"][number]) =>
    line.description ?? (line.paymentMethod ? say(`methods.${line.paymentMethod}`) : eventOf(line));
  const places = useStatementPlaces(invoice.id);
  // The day is only compared, so any language does.
  const rows = withRunningTotals(lines, (date) => formatMoment(date, "en", timeZone, "date"));
  return (
    <Section title={say("lines.title")} note={lines.length}>
      <Table caption={say("lines.title")} flush cards>
        <TableHead>
          <HeadCell>{say("lines.date")}</HeadCell>
          <HeadCell>{say("lines.description")}</HeadCell>
          <HeadCell>{say("lines.type")}</HeadCell>
          <HeadCell numeric>{say("lines.amount", { currency })}</HeadCell>
          <HeadCell numeric money>
            {say("lines.runningTotal")}
          </HeadCell>
        </TableHead>
        <TableBody>
          {rows.map(({ line, isFirstOfDay, runningTotalCents }) => (
            <Row key={line.id}>
              <Cell card={3} className="whitespace-nowrap text-ink-muted">
                <span className={isFirstOfDay ? undefined : "min-[721px]:sr-only"}>
                  <FormattedDate at={line.date} as="date" />
                </span>
              </Cell>
              <Cell card={1} className="wrap-anywhere">
                <OnStatement place={places.get(line.id)}>{textOf(line)}</OnStatement>
              </Cell>
              <Cell card="hide" className="text-ink-muted">
                {typeOf(line)}
              </Cell>
              <Cell numeric card={2}>
                <Amount cents={line.amountCents} />
              </Cell>
              <Cell numeric money card={4} className="text-ink-muted">
                <Amount cents={runningTotalCents} />
              </Cell>
            </Row>
          ))}
        </TableBody>
        <TableFoot>
          <SumRow>
            <Cell colSpan={4} card={1}>
              {say("lines.outstandingNow")}
            </Cell>
            <Cell numeric money card={2}>
              <Total>
                <Amount cents={account.outstandingCents} className="text-inherit" />
              </Total>
            </Cell>
          </SumRow>
        </TableFoot>
      </Table>
    </Section>
  );
}

/** Returns where on a bank statement each line's payment is, by the line's id. */
function useStatementPlaces(invoiceId: string): ReadonlyMap<string, StatementLine> {
  const { data } = useQuery(useTRPC().invoice.money.queryOptions({ invoiceId }));
  const isHydrated = useIsHydrated();
  const lines = (isHydrated && data?.statementLines) || [];
  return new Map(lines.map((line) => [line.lineId, line]));
}

/** Links a line to its payment on a bank statement, if there is one. */
function OnStatement({ place, children }: { place: StatementLine | undefined; children: ReactNode }) {
  const say = useTranslations("invoice.money");
  if (!place) return children;
  return (
    <Link href={statementHref(place.statementId, { payment: place.transactionId })} prefetch={false} title={say("onStatement")}>
      {children}
    </Link>
  );
}

function withRunningTotals(lines: InvoiceRecord["lines"], dayOf: (date: Date) => string) {
  let runningTotalCents = 0;
  let day = "";
  return lines.map((line) => {
    runningTotalCents += line.amountCents;
    const isFirstOfDay = dayOf(line.date) !== day;
    day = dayOf(line.date);
    return { line, isFirstOfDay, runningTotalCents };
  });
}
