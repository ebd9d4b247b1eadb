"use client";

import { keepPreviousData, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { bankHref, statementsHref } from "@/components/bank/bank-address";
import { MATCHING_POLL_MS } from "@/components/bank/matching-poll";
import { WaitingNotice } from "@/components/bank/waiting-statement";
import { useTRPC } from "@/components/data/trpc";
import { NotFresh } from "@/components/failures/not-fresh";
import { Trouble } from "@/components/failures/trouble";
import { Button } from "@/components/ui/form/button";
import { buttonClass } from "@/components/ui/form/button-class";
import { EmptyState } from "@/components/ui/page/empty-state";
import { PageBody, PageHead } from "@/components/ui/page/page-head";
import { TableSkeleton } from "@/components/ui/page/skeleton";
import { PageFoot } from "@/components/ui/table/pager";
import { useRegion } from "@/components/ui/text/region";
import type { EntryCount } from "@/server/bank/entries/count-entries";
import type { ListedEntry } from "@/server/bank/entries/list-entries";
import { formatDay } from "@/server/domain/formats/dates";
import { showsCounted } from "@/server/domain/rules/statement-list";
import { EntryFilters } from "./entry-filters";
import { EntryTable } from "./entry-table";
import { EntryTabs } from "./entry-tabs";
import { entriesQuery, exportHref, PAGE_SIZE } from "./statement-address";
import { StatementFacts } from "./statement-facts";
import { useEntryColumns } from "./use-entry-columns";
import { type StatementAddressControl, useStatementAddress } from "./use-statement-address";
import { WithdrawButton } from "./withdraw-button";

/** One bank statement: its balances, and its entries with the outcome of each. */
export function Statement({ statementId }: { statementId: string }) {
  const say = useTranslations("bank.statement");
  const sayOfBank = useTranslations("bank");
  const region = useRegion();
  const trpc = useTRPC();
  const list = useStatementAddress(statementId);
  const { address } = list;
  const { data: statement } = useSuspenseQuery(trpc.bank.statement.queryOptions({ statementId }));
  const query = useQuery({
    ...trpc.bank.entries.queryOptions(entriesQuery(statementId, address), { placeholderData: keepPreviousData }),
    refetchInterval: ({ state }) => (state.data?.entries.some(isNew) ? MATCHING_POLL_MS : false),
  });
  const { data, error, isPlaceholderData, refetch } = query;
  const { data: counted } = useQuery({
    ...trpc.bank.entryCounts.queryOptions({ statementId }),
    refetchInterval: data?.entries.some(isNew) ? MATCHING_POLL_MS : false,
  });
  const counts = counted ?? [];
  const listsNoEntries = counted?.length === 0;
  const shownCounts = counts.filter((each) => matchesFilters(each, address));
  const total = sumOf(shownCounts, ({ count }) => count);
  const columns = useEntryColumns(list, statement.currency);
  const day = statement.closingOn ?? statement.lastOn;

  return (
    <>
      <PageHead
        title={
          statement.number || !day
            ? say("title", { number: statement.number || statement.fileName })
            : say("titleOn", { day: formatDay(day, region) })
        }
        crumbs={[
          { label: sayOfBank("title"), href: bankHref({ company: address.company }) },
          { label: sayOfBank("statements.title"), href: statementsHref({ company: address.company }) },
        ]}
        actions={
          <>
            {!statement.withdrawal && <WithdrawButton statementId={statementId} company={address.company} />}
            <a href={exportHref(statementId, address)} download className={buttonClass()}>
              <Download />
              {say("export")}
            </a>
          </>
        }
      />
      <PageBody>
        <StatementFacts statement={statement} />
        {statement.wait && (
          <div className="pb-4">
            <WaitingNotice statement={statement.wait} />
          </div>
        )}
        <EntryTabs list={list} counts={counts} />
        <EntryFilters list={list} counts={counts} />
        <p role="status" className="sr-only">
          {data && counted && !isPlaceholderData && say("found", { count: total })}
        </p>
        <NotFresh query={query} className="mt-3" />
        {error && <Trouble className="mt-6" title={say("failed")} error={error} onRetry={() => void refetch()} />}
        {!error && !data && (
          <TableSkeleton caption={say("table")} columns={columns.map(({ id, sort, ...cell }) => cell)} rows={12} cards bleed />
        )}
        {/* If none of the statement's entries is listed, `StatementFacts` explains that. */}
        {!error && data && data.entries.length === 0 && !(listsNoEntries && statement.unlistedEntries > 0) && (
          <NoEntries list={list} page={data.pageNumber} listsNoEntries={listsNoEntries} />
        )}
        {!error && data && data.entries.length > 0 && (
          <>
            <EntryTable
              list={list}
              columns={columns}
              entries={data.entries}
              currency={statement.currency}
              sum={counted && { count: total, amountCents: sumOf(shownCounts, showsCounted(address) ? centsOfOutcome : centsAtBank) }}
              isBusy={isPlaceholderData}
            />
            <PageFoot
              page={data.pageNumber}
              pageSize={PAGE_SIZE}
              total={total}
              hrefOf={(page) => list.hrefOf({ page })}
              onPage={(page) => list.go({ page })}
            />
          </>
        )}
      </PageBody>
    </>
  );
}

/** Whether the payment is still being matched. */
function isNew({ state }: ListedEntry): boolean {
  return state === "new";
}

function matchesFilters(counted: EntryCount, { outcome, category }: StatementAddressControl["address"]): boolean {
  const matchesOutcome = outcome === null || counted.outcome === outcome;
  return matchesOutcome && (category === null || counted.category === category);
}

const centsAtBank = ({ amountCents }: EntryCount) => amountCents;
const centsOfOutcome = ({ countedCents }: EntryCount) => countedCents;

function sumOf(counts: readonly EntryCount[], take: (counted: EntryCount) => number): number {
  return counts.reduce((sum, counted) => sum + take(counted), 0);
}

/** Explains why there are no rows, and what the reader can do. */
function NoEntries({
  list: { address, go },
  page,
  listsNoEntries,
}: {
  list: StatementAddressControl;
  page: number;
  /** Whether the list is empty without any filter. */
  listsNoEntries: boolean;
}) {
  const say = useTranslations("bank.statement");
  const ui = useTranslations("ui");
  if (page > 1) {
    return (
      <EmptyState
        kind="no-match"
        className="mt-6"
        title={say("beyondEnd")}
        action={<Button onClick={() => go({})}>{say("firstPage")}</Button>}
      />
    );
  }
  const hasNoFilter = address.outcome === null && address.category === null;
  if (listsNoEntries || hasNoFilter) {
    return <EmptyState kind="nothing-yet" className="mt-6" title={say("nothing")} />;
  }
  return (
    <EmptyState
      kind="no-match"
      className="mt-6"
      title={say("noMatch")}
      action={<Button onClick={() => go({ outcome: null, category: null })}>{ui("clearFilters")}</Button>}
    />
  );
}
