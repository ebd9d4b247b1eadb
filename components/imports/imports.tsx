"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { CreateCompanyButton } from "@/components/companies/create-company-button";
import { useTRPC } from "@/components/data/trpc";
import { NotFresh } from "@/components/failures/not-fresh";
import { Trouble } from "@/components/failures/trouble";
import { ListSearch } from "@/components/shell/list-search";
import { useIsAdministrator } from "@/components/shell/reader-rights";
import { useSelectedCompany } from "@/components/shell/selected-company";
import { useRowKeys } from "@/components/shell/use-row-keys";
import { Button } from "@/components/ui/form/button";
import { FilterBar } from "@/components/ui/form/filter-bar";
import { FilterChip } from "@/components/ui/form/filter-chip";
import { EmptyState } from "@/components/ui/page/empty-state";
import { PageBody, PageHead } from "@/components/ui/page/page-head";
import { TableSkeleton } from "@/components/ui/page/skeleton";
import { Tab, Tabs } from "@/components/ui/page/tabs";
import { PageFoot } from "@/components/ui/table/pager";
import { ColumnHeads, Table, TableBody } from "@/components/ui/table/table";
import { sharedCurrency } from "@/components/ui/text/shared-currency";
import type { ImportPage } from "@/server/billing/imports/search-imports";
import { CreateImportButton } from "./create-import-button";
import { ImportRow } from "./import-row";
import { type ImportsAddress, importHref, importsAddress, importsHref, importsQuery } from "./imports-address";
import { asSkeleton, useImportColumns } from "./use-import-columns";

/** Tabs: all imports, those that are not transmitted, those that are. */
const tabs = [null, "no", "yes"] as const;

/** Imports of the companies that the reader may see, newest first. */
export function Imports() {
  const say = useTranslations("imports");
  const trpc = useTRPC();
  const [address, set] = useQueryStates(importsAddress, { history: "push" });
  const query = useQuery(trpc.imports.list.queryOptions(importsQuery(address), { placeholderData: keepPreviousData }));
  const { data, error, isPlaceholderData, refetch } = query;
  const { data: names } = useQuery(trpc.companies.names.queryOptions());
  const columns = useImportColumns(null);
  // A changed filter begins at its first page.
  const go = (change: Partial<ImportsAddress>, history?: "replace") => void set({ page: 1, ...change }, { history });
  const hrefOf = (change: Partial<ImportsAddress>) => importsHref({ ...address, page: 1, ...change });
  // If there are no imports, the notice in place of the list has the button to create one.
  const isEmpty = !isPlaceholderData && data?.totalEntries === 0 && !isFiltered(address);
  const company = address.company && (names?.find(({ id }) => id === address.company)?.name ?? "…");

  return (
    <>
      <PageHead
        title={say("title")}
        search={
          <ListSearch
            name={say("search")}
            placeholder={say("searchBy")}
            value={address.q}
            onSearch={(q) => go({ q }, address.q ? "replace" : undefined)}
          />
        }
        actions={!isEmpty && <CreateImportButton companyId={address.company} />}
      />
      <PageBody>
        <Tabs name={say("tabs.name")} className="border-b border-line">
          {tabs.map((transmitted) => (
            <Tab
              key={transmitted}
              href={hrefOf({ transmitted })}
              current={address.transmitted === transmitted}
              count={data && countOf(data, transmitted)}
              onNavigate={(event) => {
                event.preventDefault();
                go({ transmitted });
              }}
            >
              {say(`tabs.${transmitted ?? "all"}`)}
            </Tab>
          ))}
        </Tabs>
        {company && (
          <FilterBar name={say("filters")}>
            <FilterChip name={say("columns.company")} value={company} onRemove={() => go({ company: null })} />
          </FilterBar>
        )}
        <p role="status" className="sr-only">
          {data && !isPlaceholderData && say("found", { count: data.totalEntries })}
        </p>
        <NotFresh query={query} className="mt-3" />
        {error && <Trouble className="mt-6" title={say("failed")} error={error} onRetry={() => void refetch()} />}
        {!error && !data && <TableSkeleton caption={say("title")} columns={asSkeleton(columns)} rows={12} cards bleed />}
        {!error && data && data.totalEntries === 0 && (
          <Nothing isEmpty={isEmpty} companiesCount={names?.length} onClear={() => go({ q: "", transmitted: null, company: null })} />
        )}
        {!error && data && data.totalEntries > 0 && (
          <Rows data={data} isBusy={isPlaceholderData} hrefOf={(page) => hrefOf({ page })} onPage={(page) => void set({ page })} />
        )}
      </PageBody>
    </>
  );
}

function countOf({ counts }: ImportPage, transmitted: ImportsAddress["transmitted"]): number {
  if (transmitted === null) return counts.open + counts.transmitted;
  return transmitted === "yes" ? counts.transmitted : counts.open;
}

interface RowsProps {
  data: ImportPage;
  isBusy: boolean;
  hrefOf: (page: number) => string;
  onPage: (page: number) => void;
}

function Rows({ data, isBusy, hrefOf, onPage }: RowsProps) {
  const say = useTranslations("imports");
  const router = useRouter();
  const { withCompany } = useSelectedCompany();
  const { entries, pageNumber, pageSize, totalEntries } = data;
  const currency = sharedCurrency(entries);
  const columns = useImportColumns(currency);
  const { cursor, focusOf } = useRowKeys({
    keys: entries.map(({ id }) => id),
    onOpen: (id) => router.push(withCompany(importHref(id))),
  });
  if (entries.length === 0) {
    return (
      <EmptyState
        kind="no-match"
        className="mt-6"
        title={say("beyondEnd.title")}
        action={<Button onClick={() => onPage(1)}>{say("beyondEnd.action")}</Button>}
      />
    );
  }
  return (
    <>
      <Table caption={say("title")} cards bleed busy={isBusy}>
        <ColumnHeads columns={columns} />
        <TableBody>
          {entries.map((entry) => (
            <ImportRow
              key={entry.id}
              entry={entry}
              href={withCompany(importHref(entry.id))}
              columns={columns}
              // A currency that all imports share stands in the head of the columns instead.
              currency={currency ? null : entry.currency}
              isCursor={cursor === entry.id}
              focus={focusOf(entry.id)}
            />
          ))}
        </TableBody>
      </Table>
      <PageFoot page={pageNumber} pageSize={pageSize} total={totalEntries} hrefOf={hrefOf} onPage={onPage} />
    </>
  );
}

function isFiltered({ q, transmitted, company }: ImportsAddress): boolean {
  return q !== "" || transmitted !== null || company !== null;
}

interface NothingProps {
  /** Whether there are no imports at all. */
  isEmpty: boolean;
  /** Number of companies; undefined until known. */
  companiesCount: number | undefined;
  onClear: () => void;
}

/** Shown if there are no imports at all, or none that match the filters. */
function Nothing({ isEmpty, companiesCount, onClear }: NothingProps) {
  const isAdministrator = useIsAdministrator();
  const say = useTranslations("imports");
  const ui = useTranslations("ui");
  if (!isEmpty) {
    return (
      <EmptyState
        kind="no-match"
        className="mt-6"
        title={say("noMatch.title")}
        action={<Button onClick={onClear}>{ui("clearFilters")}</Button>}
      >
        {say("noMatch.body")}
      </EmptyState>
    );
  }
  if (companiesCount === 0) {
    return (
      <EmptyState kind="nothing-yet" className="mt-6" title={say("noCompany.title")} action={isAdministrator && <CreateCompanyButton />}>
        {say("noCompany.body")}
      </EmptyState>
    );
  }
  return (
    <EmptyState kind="nothing-yet" className="mt-6" title={say("nothingYet.title")} action={<CreateImportButton companyId={null} />}>
      {say("nothingYet.body")}
    </EmptyState>
  );
}
