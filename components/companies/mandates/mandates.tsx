"use client";

import { keepPreviousData, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useTRPC } from "@/components/data/trpc";
import { NotFresh } from "@/components/failures/not-fresh";
import { Trouble } from "@/components/failures/trouble";
import { ListSearch } from "@/components/shell/list-search";
import { useIsAdministrator } from "@/components/shell/reader-rights";
import { Button } from "@/components/ui/form/button";
import { OnDemand } from "@/components/ui/overlay/on-demand";
import { EmptyState } from "@/components/ui/page/empty-state";
import { PageBody, PageHead } from "@/components/ui/page/page-head";
import { TableSkeleton } from "@/components/ui/page/skeleton";
import { PageFoot } from "@/components/ui/table/pager";
import { ColumnHeads, Table, TableBody } from "@/components/ui/table/table";
import { MandateRow } from "./mandate-row";
import { mandatesAddress, mandatesHref, mandatesQuery } from "./mandates-address";
import { UploadMandates } from "./upload-mandates";
import { useMandateColumns } from "./use-mandate-columns";

/** A company's mandates for direct debits, with an administrator's acts on them. */
export function Mandates({ companyId }: { companyId: string }) {
  const say = useTranslations("mandates");
  const ui = useTranslations("ui");
  const sayOfCompanies = useTranslations("companies");
  const trpc = useTRPC();
  const isAdministrator = useIsAdministrator();
  const [address, set] = useQueryStates(mandatesAddress, { history: "push" });
  const { data: company } = useSuspenseQuery(trpc.companies.get.queryOptions({ companyId }));
  const query = useQuery(trpc.mandates.list.queryOptions(mandatesQuery(companyId, address), { placeholderData: keepPreviousData }));
  const { data, error, isPlaceholderData, refetch } = query;
  const columns = useMandateColumns();
  const shown = error ? undefined : data;
  const isNarrowed = address.q !== "" || address.expiring || address.needed;

  return (
    <>
      <PageHead
        title={say("title")}
        crumbs={[
          { label: sayOfCompanies("title"), href: "/companies" },
          { label: company.name, href: `/companies/${companyId}` },
        ]}
        search={
          <ListSearch
            name={say("search")}
            placeholder={say("searchBy")}
            value={address.q}
            onSearch={(q) => void set({ q, page: 1 }, { history: address.q ? "replace" : "push" })}
          />
        }
        actions={
          isAdministrator && (
            <>
              <UploadMandates companyId={companyId} />
              <OnDemand
                load={() => import("./add-mandate")}
                props={{ companyId }}
                popup="dialog"
                trigger={
                  <Button variant="primary">
                    <Plus />
                    {say("add.open")}
                  </Button>
                }
              />
            </>
          )
        }
      />
      <PageBody>
        <p className="max-w-prose text-sm text-ink-muted">{say("whenUsed")}</p>
        {data && (data.expiringCount > 0 || address.expiring) && (
          <p className="mt-3 flex max-w-prose flex-wrap items-center gap-x-4 gap-y-2 text-sm">
            <span>{say("expiring.warning", { count: data.expiringCount })}</span>
            <Button size="sm" onClick={() => void set({ expiring: !address.expiring, needed: false, page: 1 })}>
              {say(address.expiring ? "expiring.showAll" : "expiring.show")}
            </Button>
          </p>
        )}
        {data && (data.neededCount > 0 || address.needed) && (
          <p className="mt-3 flex max-w-prose flex-wrap items-center gap-x-4 gap-y-2 text-sm">
            <span>{say("needed.warning", { count: data.neededCount })}</span>
            <Button size="sm" onClick={() => void set({ needed: !address.needed, expiring: false, page: 1 })}>
              {say(address.needed ? "needed.showAll" : "needed.show")}
            </Button>
          </p>
        )}
        <p role="status" className="sr-only">
          {data && !isPlaceholderData && say("found", { count: data.totalEntries })}
        </p>
        <NotFresh query={query} className="mt-3" />
        {error && <Trouble className="mt-6" title={say("failed")} error={error} onRetry={() => void refetch()} />}
        {!error && !data && (
          <TableSkeleton caption={say("title")} columns={columns.map(({ id: _, ...column }) => column)} rows={12} cards bleed />
        )}
        {shown?.totalEntries === 0 && !isNarrowed && (
          <EmptyState kind="nothing-yet" className="mt-6" title={say("nothingYet.title")}>
            {say("nothingYet.body")}
          </EmptyState>
        )}
        {shown?.entries.length === 0 && (isNarrowed || shown.totalEntries > 0) && (
          <EmptyState
            kind="no-match"
            className="mt-6"
            title={say("noMatch")}
            action={<Button onClick={() => void set({ q: "", expiring: false, needed: false, page: 1 })}>{ui("clearFilters")}</Button>}
          />
        )}
        {shown && shown.entries.length > 0 && (
          <>
            <Table caption={say("title")} cards bleed busy={isPlaceholderData} className="mt-4">
              <ColumnHeads columns={columns} />
              <TableBody>
                {shown.entries.map((mandate) => (
                  <MandateRow key={mandate.id} mandate={mandate} columns={columns} canEdit={isAdministrator} />
                ))}
              </TableBody>
            </Table>
            <PageFoot
              page={shown.pageNumber}
              pageSize={shown.pageSize}
              total={shown.totalEntries}
              hrefOf={(page) => mandatesHref(companyId, { ...address, page })}
              onPage={(page) => void set({ page })}
            />
          </>
        )}
      </PageBody>
    </>
  );
}
