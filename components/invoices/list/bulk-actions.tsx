"use client";

import { CirclePause, Download, Trash2, Undo2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import type { SelectedInvoices } from "@/components/invoices/bulk/use-new-bulk-job";
import { useMay } from "@/components/shell/reader-rights";
import { Button } from "@/components/ui/form/button";
import { buttonClass } from "@/components/ui/form/button-class";
import { BulkBar } from "@/components/ui/overlay/bulk-bar";
import { OnDemand } from "@/components/ui/overlay/on-demand";
import { Kbd } from "@/components/ui/text/kbd";
import { useRegion } from "@/components/ui/text/region";
import type { ListedInvoice } from "@/server/billing/invoices/listed-invoice";
import type { InvoiceSummary } from "@/server/billing/invoices/summarize-invoices";
import { formatMoney } from "@/server/domain/formats/money";
import {
  deletableStates,
  type InvoiceState,
  invoiceStates,
  type MoneySums,
  pausableStates,
  retractableStates,
  statesWithin,
  sumOfMoney,
} from "@/server/domain/rules/invoice-state";
import { BesidesOutstanding } from "./besides-outstanding";
import { exportHref } from "./export-href";
import { filterOf, type ListAddress } from "./list-address";
import type { ListAddressControl } from "./use-list-address";

interface Props {
  list: ListAddressControl;
  rows: ListedInvoice[];
  summary: InvoiceSummary | undefined;
}

/** Number and sums of the selected invoices, and bulk actions on them. */
export function BulkActions({ list, rows, summary }: Props) {
  const say = useTranslations("invoices.selection");
  const mayChange = useMay("invoices");
  const region = useRegion();
  const router = useRouter();
  const { address, select, hrefOf } = list;
  const selected = address.selected === "all" ? allMatches(address, summary) : rowsWith(address.selected, rows);
  if (!selected || selected.count === 0) return null;

  const { selection, count, sums, states } = selected;
  const total = summary?.totalEntries ?? 0;
  const dialogProps = {
    selection,
    onStarted: (jobId: string) => {
      // When the reader goes back, the list is then shown without a selection.
      window.history.replaceState(null, "", hrefOf({ page: address.page }));
      router.push(`/invoices/bulk-actions/${jobId}`);
    },
  };

  return (
    <BulkBar
      name={say("name")}
      summary={
        <>
          <b>{say(selected.ids ? "count" : "all", { count })}</b> <span className="text-ink-muted">· {say("outstanding")}</span>{" "}
          <b className="whitespace-nowrap">
            {sums.map(({ currency, outstandingCents }) => formatMoney(outstandingCents, currency, region)).join(" + ")}
          </b>
          {sums.map((sum) => (
            <BesidesOutstanding key={sum.currency} sums={sum} currency={sum.currency} />
          ))}
        </>
      }
      more={
        selected.ids &&
        total > count && (
          <button type="button" className="min-h-6 text-accent-text hover:underline max-sm:min-h-9" onClick={() => select("all")}>
            {say("selectAll", { count: total })}
          </button>
        )
      }
    >
      {mayChange && deletableStates.some((state) => states.has(state)) && (
        <OnDemand
          load={() => import("@/components/invoices/bulk/delete-dialog")}
          props={dialogProps}
          popup="dialog"
          trigger={
            <Button variant="danger">
              <Trash2 />
              {say("delete")}
            </Button>
          }
        />
      )}
      {mayChange && pausableStates.some((state) => states.has(state)) && (
        <OnDemand
          load={() => import("@/components/invoices/bulk/pause-dialog")}
          props={dialogProps}
          popup="dialog"
          trigger={
            <Button>
              <CirclePause />
              {say("pause")}
            </Button>
          }
        />
      )}
      {mayChange && retractableStates.some((state) => states.has(state)) && (
        <OnDemand
          load={() => import("@/components/invoices/bulk/retract-dialog")}
          props={dialogProps}
          popup="dialog"
          trigger={
            <Button variant="danger">
              <Undo2 />
              {say("retract")}
            </Button>
          }
        />
      )}
      <a href={exportHref(address, selected.ids)} download className={buttonClass()}>
        <Download />
        {say("export")}
      </a>
      <Button variant="quiet" onClick={() => select([])}>
        {say("clear")} <Kbd>Esc</Kbd>
      </Button>
    </BulkBar>
  );
}

interface Selected {
  selection: SelectedInvoices;
  count: number;
  /** Sums of the selection, by currency. */
  sums: ({ currency: string } & MoneySums)[];
  /** States that the selected invoices may have. */
  states: ReadonlySet<InvoiceState>;
  /** Ids of the selected rows; undefined if all matches are selected, on all pages. */
  ids?: string[];
}

function rowsWith(numbers: readonly number[], rows: ListedInvoice[]): Selected {
  const invoices = rows.filter(({ invoiceNumber }) => numbers.includes(invoiceNumber));
  const currencies = [...new Set(invoices.map(({ currency }) => currency))];
  const ids = invoices.map(({ id }) => id);
  return {
    selection: { ids },
    count: invoices.length,
    sums: currencies.map((currency) => ({ currency, ...sumOfMoney(invoices.filter((invoice) => invoice.currency === currency)) })),
    states: new Set(invoices.map(({ state }) => state)),
    ids,
  };
}

/** Returns undefined until the matches are counted. */
function allMatches(address: ListAddress, summary: InvoiceSummary | undefined): Selected | undefined {
  return (
    summary && {
      selection: { filter: filterOf(address) },
      count: summary.totalEntries,
      sums: summary.sums,
      states: new Set(address.fact ? statesWithin(address.fact) : invoiceStates),
    }
  );
}
