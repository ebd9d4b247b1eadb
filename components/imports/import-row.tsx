import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { RowFocus } from "@/components/shell/use-row-keys";
import { RowLink } from "@/components/ui/table/row-link";
import { Cell, Row } from "@/components/ui/table/table";
import { Amount } from "@/components/ui/text/amount";
import { RelativeTime } from "@/components/ui/text/relative-time";
import type { ListedImport } from "@/server/billing/imports/search-imports";
import { ImportState } from "./import-state";
import type { ImportColumn } from "./use-import-columns";

interface Props {
  entry: ListedImport;
  href: string;
  columns: ImportColumn[];
  /** Currency to show at each amount; null if the column's heading names it. */
  currency: string | null;
  isCursor: boolean;
  focus: RowFocus;
}

export function ImportRow({ entry, href, columns, currency, isCursor, focus }: Props) {
  const say = useTranslations("imports");
  const count = entry.invoicesCount;
  const contents: Record<string, ReactNode> = {
    title: (
      <RowLink href={href} title={entry.title} {...focus}>
        {entry.title}
      </RowLink>
    ),
    company: <span title={entry.companyName}>{entry.companyName}</span>,
    state: <ImportState transmittedAt={entry.transmittedAt} />,
    created: <RelativeTime at={entry.createdAt} />,
    invoices: (
      <>
        <span className="max-sm:hidden">{say("number", { count })}</span>
        <span className="sm:hidden">{say("invoices", { count })}</span>
      </>
    ),
    billed: <Amount cents={entry.billedCents} currency={currency ?? undefined} />,
    outstanding: entry.outstandingCents === null ? "–" : <Amount cents={entry.outstandingCents} currency={currency ?? undefined} />,
  };
  return (
    <Row cursor={isCursor}>
      {columns.map(({ id, head, look, className, ...cellProps }) => (
        <Cell key={id} {...cellProps} className={clsx(className, look)}>
          {contents[id]}
        </Cell>
      ))}
    </Row>
  );
}
