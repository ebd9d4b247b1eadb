"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { NotFresh } from "@/components/failures/not-fresh";
import { buttonClass } from "@/components/ui/form/button-class";
import { ButtonLink } from "@/components/ui/form/button-link";
import { PageBody, PageHead } from "@/components/ui/page/page-head";
import { useIsHydrated } from "@/components/ui/page/use-is-hydrated";
import { BulkActions } from "./bulk-actions";
import { exportHref } from "./export-href";
import { InvoiceFilters } from "./invoice-filters";
import { InvoiceSearch } from "./invoice-search";
import { InvoiceTable } from "./invoice-table";
import { InvoiceTabs } from "./invoice-tabs";
import { filterOf, invoiceHref, queryOf } from "./list-address";
import { ListFoot } from "./list-foot";
import { NoInvoices } from "./no-invoices";
import { useListAddress } from "./use-list-address";

/** The list of invoices with search, filters, selection and bulk actions. `now` is the time by the partner's clock. */
export function InvoiceList({ now }: { now: Date }) {
  const say = useTranslations("invoices");
  const list = useListAddress();
  const { address } = list;
  const trpc = useTRPC();
  const rows = useQuery(trpc.invoices.list.queryOptions(queryOf(address), { placeholderData: keepPreviousData }));
  const summarized = useQuery(trpc.invoices.summary.queryOptions(filterOf(address)));
  const summary = useIsHydrated() ? summarized.data : undefined;
  const shown = rows.data ?? [];
  const isSearched = address.q !== "" && !rows.isPlaceholderData;
  const onlyMatch = isSearched && address.page === 1 && shown.length === 1 ? shown[0] : undefined;

  return (
    <>
      <PageHead
        title={say("title")}
        search={<InvoiceSearch list={list} onlyHref={onlyMatch && invoiceHref(onlyMatch.id, address)} />}
        actions={
          <>
            <ButtonLink href="/invoices/bulk-actions" variant="quiet" prefetch={false} className="max-sm:hidden">
              {say("acts")}
            </ButtonLink>
            <a href={exportHref(address)} download className={buttonClass({}, "max-sm:hidden")}>
              <Download />
              {say("exportCsv")}
            </a>
          </>
        }
      />
      <PageBody>
        <InvoiceTabs list={list} />
        <InvoiceFilters list={list} rows={shown} />
        <NotFresh query={rows} className="mt-3" />
        {shown.length > 0 ? (
          <InvoiceTable list={list} rows={shown} summary={summary} isBusy={rows.isPlaceholderData} now={now} />
        ) : (
          <NoInvoices list={list} rows={rows} />
        )}
        <ListFoot list={list} rows={shown.length} total={summary?.totalEntries} />
        <BulkActions list={list} rows={shown} summary={summary} />
      </PageBody>
    </>
  );
}
