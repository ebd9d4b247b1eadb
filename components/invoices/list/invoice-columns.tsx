import { createColumnHelper, metaHelper, rowSelectionFeature, type Table, tableFeatures } from "@tanstack/react-table";
import { useTranslations } from "next-intl";
import type { RowFocus } from "@/components/shell/use-row-keys";
import { Checkbox } from "@/components/ui/form/checkbox";
import { RowLink } from "@/components/ui/table/row-link";
import { SortLink } from "@/components/ui/table/sort-link";
import type { CellLayout } from "@/components/ui/table/table";
import { Amount } from "@/components/ui/text/amount";
import { Fact } from "@/components/ui/text/fact";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import type { ListedInvoice } from "@/server/billing/invoices/listed-invoice";
import { dayAt } from "@/server/domain/formats/calendar";
import { type ColumnName, columnCells } from "./column-cells";
import { InvoiceState, PaymentFact } from "./invoice-state";
import type { ListAddress } from "./list-address";
import type { ListAddressControl } from "./use-list-address";

/** Facts that cells need in addition to their row. */
export interface CellContext {
  list: ListAddressControl;
  /** Current time by the partner's clock. */
  now: Date;
  /** Currency of all rows; null if they differ, and then each amount shows its own. */
  currency: string | null;
  hrefOf: (invoice: ListedInvoice) => string;
  focusOf: (key: string) => RowFocus;
}

export const features = tableFeatures({
  rowSelectionFeature,
  columnMeta: metaHelper<CellLayout & { className?: string; sort?: ListAddress["sort"] }>(),
  tableMeta: metaHelper<CellContext>(),
});

type InvoiceTableModel = Table<typeof features, ListedInvoice>;

const helper = createColumnHelper<typeof features, ListedInvoice>();

const column = (id: ColumnName) => ({ id, meta: columnCells[id] });

export const columns = helper.columns([
  helper.display({
    ...column("select"),
    header: ({ table }) => <SelectPage table={table} />,
    cell: ({ row }) => (
      <SelectRow number={row.original.invoiceNumber} checked={row.getIsSelected()} onToggle={row.getToggleSelectedHandler()} />
    ),
  }),
  helper.accessor("invoiceNumber", {
    ...column("number"),
    header: ({ table }) => <SortedHead table={table} by="number" />,
    cell: ({ row }) => row.original.invoiceNumber,
  }),
  helper.accessor("customerName", {
    ...column("customer"),
    header: ({ table }) => <SortedHead table={table} by="customer" />,
    cell: ({ row, table }) => (
      <Customer invoice={row.original} href={contextOf(table).hrefOf(row.original)} focus={contextOf(table).focusOf(row.id)} />
    ),
  }),
  helper.accessor("companyName", {
    ...column("company"),
    header: () => <Head of="company" />,
    cell: ({ row }) => <span title={row.original.companyName}>{row.original.companyName}</span>,
  }),
  helper.display({
    ...column("state"),
    header: () => <Head of="state" />,
    cell: ({ row }) => <InvoiceState of={row.original} />,
  }),
  helper.display({
    ...column("payment"),
    header: () => <Head of="payment" />,
    cell: ({ row, table }) => <PaymentFact of={row.original} now={contextOf(table).now} />,
  }),
  helper.accessor("transmittedAt", {
    ...column("transmitted"),
    header: () => <Head of="transmitted" />,
    cell: ({ row: { original }, table }) => (
      <ListedDay day={original.transmittedAt && dayAt(original.transmittedAt)} now={contextOf(table).now} />
    ),
  }),
  helper.accessor("dueOn", {
    ...column("due"),
    header: ({ table }) => <SortedHead table={table} by="due" />,
    cell: ({ row: { original }, table }) => <ListedDay day={original.dueOn} now={contextOf(table).now} />,
  }),
  helper.accessor("billedCents", {
    ...column("billed"),
    header: ({ table }) => <SortedHead table={table} by="billed" />,
    cell: ({ row, table }) => (
      <RowAmount cents={row.original.billedCents} invoice={row.original} sharedCurrency={contextOf(table).currency} />
    ),
  }),
  helper.accessor("outstandingCents", {
    ...column("outstanding"),
    header: ({ table }) => <SortedHead table={table} by="outstanding" />,
    cell: ({ row, table }) => (
      <RowAmount cents={row.original.outstandingCents} invoice={row.original} sharedCurrency={contextOf(table).currency} />
    ),
  }),
]);

function contextOf({ options }: Pick<InvoiceTableModel, "options">): CellContext {
  if (!options.meta) throw new Error("The table of invoices has no `meta`, which its cells need");
  return options.meta;
}

function SelectPage({ table }: { table: InvoiceTableModel }) {
  const say = useTranslations("invoices");
  return (
    <Checkbox
      aria-label={say("selectPage")}
      checked={table.getIsAllPageRowsSelected()}
      indeterminate={table.getIsSomePageRowsSelected() && !table.getIsAllPageRowsSelected()}
      onChange={table.getToggleAllPageRowsSelectedHandler()}
    />
  );
}

function SelectRow({ number, checked, onToggle }: { number: number; checked: boolean; onToggle: (event: unknown) => void }) {
  const say = useTranslations("invoices");
  return <Checkbox aria-label={say("select", { number })} checked={checked} onChange={onToggle} />;
}

function Head({ of: name }: { of: "company" | "state" | "payment" | "transmitted" }) {
  return useTranslations("invoices.column")(name);
}

/** Direction of a column's first sort: newest number, name from A, earliest due day, largest amount first. */
const firstDirection = { number: "desc", customer: "asc", due: "asc", billed: "desc", outstanding: "desc" } as const;

function SortedHead({ table, by }: { table: InvoiceTableModel; by: ListAddress["sort"] }) {
  const say = useTranslations("invoices.column");
  const { list, currency } = contextOf(table);
  const { sort, direction } = list.address;
  const isAmount = by === "billed" || by === "outstanding";
  const opposite = direction === "asc" ? "desc" : "asc";
  const change = { sort: by, direction: sort === by ? opposite : firstDirection[by] } as const;
  return (
    <SortLink
      href={list.hrefOf(change)}
      direction={sort === by ? ariaSort[direction] : undefined}
      onNavigate={(event) => {
        event.preventDefault();
        list.go(change);
      }}
    >
      {isAmount && currency ? say("inCurrency", { name: say(by), currency }) : say(by)}
    </SortLink>
  );
}

/** Value of `aria-sort` for each direction. */
export const ariaSort = { asc: "ascending", desc: "descending" } as const;

/**
 * Link of the row. On a phone's card, it also shows the number. Elsewhere the number has its own column, and the link names it for screen
 * readers only.
 */
function Customer({ invoice, href, focus }: { invoice: ListedInvoice; href: string; focus: RowFocus }) {
  const say = useTranslations("invoices");
  const { customerName, invoiceNumber, unansweredCount } = invoice;
  return (
    <span className="flex min-w-0 items-center gap-2">
      <RowLink href={href} title={customerName} className="flex min-w-0 items-baseline gap-2" {...focus}>
        <span className="truncate">{customerName}</span>
        <span className="text-xs font-normal text-ink-faint sm:sr-only">{invoiceNumber}</span>
      </RowLink>
      {unansweredCount > 0 && (
        <Fact tone="ourTurn" small title={say("unanswered", { count: unansweredCount })}>
          <span aria-hidden="true">{unansweredCount}</span>
          <span className="sr-only">{say("unanswered", { count: unansweredCount })}</span>
        </Fact>
      )}
    </span>
  );
}

/** Shows the year, unless it is the current one. */
function ListedDay({ day, now }: { day: string | null; now: Date }) {
  if (!day) return "–";
  return <FormattedDate day={day} as={day.slice(0, 4) === dayAt(now).slice(0, 4) ? "day" : "date"} />;
}

/** Shows the invoice's currency beside the amount, unless all rows have the same. */
function RowAmount({ cents, invoice, sharedCurrency }: { cents: number; invoice: ListedInvoice; sharedCurrency: string | null }) {
  return <Amount cents={cents} currency={sharedCurrency === null ? invoice.currency : undefined} />;
}
