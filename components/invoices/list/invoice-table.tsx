"use client";

import { useTable } from "@tanstack/react-table";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useRowKeys } from "@/components/shell/use-row-keys";
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from "@/components/ui/table/table";
import { sharedCurrency } from "@/components/ui/text/shared-currency";
import type { ListedInvoice } from "@/server/billing/invoices/listed-invoice";
import type { InvoiceSummary } from "@/server/billing/invoices/summarize-invoices";
import { ariaSort, columns, features } from "./invoice-columns";
import { InvoiceSums } from "./invoice-sums";
import { invoiceHref } from "./list-address";
import type { ListAddressControl } from "./use-list-address";

interface Props {
  list: ListAddressControl;
  rows: ListedInvoice[];
  /** Summary of all matches; undefined until counted. */
  summary: InvoiceSummary | undefined;
  /** Whether the rows of a new address are loading, and `rows` are still those of the previous one. */
  isBusy: boolean;
  /** Current time by the partner's clock. */
  now: Date;
}

/** Rows of one page, with keyboard navigation and selection. */
export function InvoiceTable({ list, rows, summary, isBusy, now }: Props) {
  const say = useTranslations("invoices");
  const router = useRouter();
  const { address, select } = list;
  const keys = rows.map(keyOf);
  const selected = address.selected === "all" ? keys : keys.filter((key) => isAmong(address.selected, key));
  const currency = sharedCurrency(summary?.sums ?? rows);
  const hrefOf = (invoice: ListedInvoice) => invoiceHref(invoice.id, address);

  const { cursor, focusOf } = useRowKeys({
    keys,
    selected,
    onSelect: (next) => select(next.map(Number)),
    onOpen: (key) => {
      const invoice = rows.find((row) => keyOf(row) === key);
      if (invoice) router.push(hrefOf(invoice));
    },
  });

  const rowSelection: Record<string, true> = Object.fromEntries(selected.map((key) => [key, true]));
  const table = useTable({
    features,
    columns,
    data: rows,
    getRowId: keyOf,
    state: { rowSelection },
    onRowSelectionChange: (change) => select(Object.keys(typeof change === "function" ? change(rowSelection) : change).map(Number)),
    meta: { list, now, currency, hrefOf, focusOf },
  });

  return (
    <Table caption={say("title")} cards bleed busy={isBusy}>
      <TableHead>
        {table.getFlatHeaders().map((header) => {
          const { sort, className, ...cellProps } = header.column.columnDef.meta ?? {};
          return (
            <HeadCell key={header.id} {...cellProps} sort={sort && address.sort === sort ? ariaSort[address.direction] : undefined}>
              <table.FlexRender header={header} />
            </HeadCell>
          );
        })}
      </TableHead>
      <TableBody>
        {table.getRowModel().rows.map((row) => (
          <Row key={row.id} selected={row.getIsSelected()} cursor={cursor === row.id}>
            {row.getAllCells().map((cell) => {
              const { sort, ...cellProps } = cell.column.columnDef.meta ?? {};
              return (
                <Cell key={cell.id} {...cellProps}>
                  <table.FlexRender cell={cell} />
                </Cell>
              );
            })}
          </Row>
        ))}
      </TableBody>
      <InvoiceSums summary={summary} currency={currency} />
    </Table>
  );
}

/** Key of a row: the invoice's number, which is short enough for a URL. */
function keyOf({ invoiceNumber }: ListedInvoice): string {
  return String(invoiceNumber);
}

function isAmong(selection: readonly number[] | "all", key: string): boolean {
  return selection === "all" || selection.includes(Number(key));
}
