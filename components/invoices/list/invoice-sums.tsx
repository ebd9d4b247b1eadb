import { useTranslations } from "next-intl";
import { Skeleton } from "@/components/ui/page/skeleton";
import { Cell, SumRow, TableFoot } from "@/components/ui/table/table";
import { Total } from "@/components/ui/table/total";
import { Amount } from "@/components/ui/text/amount";
import type { InvoiceSummary } from "@/server/billing/invoices/summarize-invoices";
import { BesidesOutstanding } from "./besides-outstanding";
import { columnCells } from "./column-cells";

interface Props {
  /** Undefined until counted; its space is reserved. */
  summary: InvoiceSummary | undefined;
  /** Currency in the columns' headings. */
  currency: string | null;
}

/**
 * Sums of all matching invoices over all pages, one row per currency. Outstanding is what customers owe; other amounts are shown
 * separately.
 */
export function InvoiceSums({ summary, currency }: Props) {
  const say = useTranslations("invoices.sums");
  if (!summary) return <TableFoot>{sumRow("counting", <Skeleton className="w-40" />, bar, bar)}</TableFoot>;

  const { sums } = summary;
  return (
    <TableFoot>
      {sums.map((sum) => {
        // Written beside the amount, unless the columns' headings name it.
        const shownCurrency = sum.currency === currency ? undefined : sum.currency;
        const count = sum.totalEntries;
        return sumRow(
          sum.currency,
          <>
            {sums.length === 1 ? say("all", { count }) : say("inCurrency", { count, currency: sum.currency })}
            <BesidesOutstanding sums={sum} currency={shownCurrency} />
          </>,
          <Amount cents={sum.billedCents} currency={shownCurrency} />,
          <Total>
            <Amount cents={sum.outstandingCents} currency={shownCurrency} className="text-ink" />
          </Total>,
        );
      })}
    </TableFoot>
  );
}

const bar = <Skeleton className="ml-auto w-20" />;

function sumRow(key: string, label: React.ReactNode, billed: React.ReactNode, outstanding: React.ReactNode) {
  return (
    <SumRow key={key}>
      <Cell edge card="hide" />
      <Cell colSpan={2} card={1}>
        {label}
      </Cell>
      <Cell hideOrder={columnCells.company.hideOrder} card="hide" />
      <Cell card="hide" />
      <Cell card="hide" />
      <Cell hideOrder={columnCells.transmitted.hideOrder} card="hide" />
      <Cell hideOrder={columnCells.due.hideOrder} card="hide" />
      <Cell numeric hideOrder={columnCells.billed.hideOrder} card="hide">
        {billed}
      </Cell>
      <Cell money card={2}>
        {outstanding}
      </Cell>
    </SumRow>
  );
}
