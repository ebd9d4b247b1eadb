"use client";

import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { clsx } from "clsx";
import { ChevronLeft, CircleCheck } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useEffect, useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { NotFresh } from "@/components/failures/not-fresh";
import { Trouble } from "@/components/failures/trouble";
import { ListSearch } from "@/components/shell/list-search";
import { onPlainClick } from "@/components/shell/on-plain-click";
import { RequiresRight } from "@/components/shell/reader-rights";
import { useShortcuts } from "@/components/shell/shortcuts";
import { Button } from "@/components/ui/form/button";
import { ButtonLink } from "@/components/ui/form/button-link";
import { EmptyState } from "@/components/ui/page/empty-state";
import { PageHead } from "@/components/ui/page/page-head";
import { Tab, Tabs } from "@/components/ui/page/tabs";
import { PageFoot } from "@/components/ui/table/pager";
import type { CompanySum, ListedTransaction, TransactionPage } from "@/server/bank/payments/list-transactions";
import { type TransactionTab, transactionTabs } from "@/server/domain/rules/transaction-tabs";
import { type BankAddress, bankAddress, bankHref, bankQuery, refundsHref, statementsHref } from "./bank-address";
import { DeskSums } from "./desk-sums";
import { type FirstPayment, firstPaymentOf } from "./first-payment";
import { MATCHING_POLL_MS } from "./matching-poll";
import { CategorySelect } from "./statement/category-select";
import { tabId } from "./tab-id";
import { TransactionPane } from "./transaction-pane";
import { TransactionRow } from "./transaction-row";
import { UploadStatements } from "./upload-statements";
import { type Seen, useDecisions } from "./use-decisions";
import { useIsWide } from "./use-is-wide";
import { useRowFocus } from "./use-row-focus";

/** Payments on bank statements: the list on the left, one payment on the right. Can be used entirely by keyboard. */
export function BankDesk() {
  const say = useTranslations("bank");
  const [address, set] = useQueryStates(bankAddress, { history: "push" });
  const query = useQuery({
    ...useTRPC().bank.list.queryOptions(bankQuery(address), { placeholderData: keepPreviousData }),
    refetchInterval: ({ state }) => (state.data?.entries.some(isNew) ? MATCHING_POLL_MS : false),
  });
  const { data, error, isPlaceholderData, refetch } = query;
  useCountAfterMatching(data?.entries.some(isNew) ?? false);
  const { decide, undoLast, isDecided, isOld, isSending, sendingCount } = useDecisions({ onDecided, onOpen: openAnywhere });
  const router = useRouter();
  const listed = data?.entries ?? [];
  const entries = listed.filter(({ id, decisions }) => !isDecided(id, decisions));
  // Decided payments are subtracted from the list's counts, but not from those of a previous list, which is shown until the new one is there.
  const decided = isPlaceholderData ? [] : listed.filter(({ id, decisions }) => isDecided(id, decisions));
  const ids = entries.map(({ id }) => id);
  const isWide = useIsWide();
  const firstId = useFirstPayment(isPlaceholderData ? [] : entries, address);
  // Shows the payment that the address names. If it names none, a wide screen shows the list's first.
  const shownId = address.payment ?? (isWide ? firstId : null);
  const shownIndex = shownId ? ids.indexOf(shownId) : -1;
  const hrefOf = (change: Partial<BankAddress>) => bankHref({ ...address, ...change });
  usePrefetchedPayment(ids[shownIndex + 1]);
  const { focusRow, focusOnceListed } = useRowFocus(ids);

  function open(payment: string | null) {
    void set({ payment }, { history: address.payment ? "replace" : "push" });
  }

  /** Opens a payment that may be in another list, also when the reader has left the desk. */
  function openAnywhere(payment: string) {
    focusOnceListed(payment);
    if (ids.includes(payment)) return open(payment);
    const elsewhere = { tab: null, q: null, page: null, category: null, payment };
    // On the desk, only the address changes: the server would render the page as it was before the Undo, which is still under way.
    if (window.location.pathname === "/bank") void set(elsewhere);
    else router.push(bankHref({ company: address.company, payment }));
  }

  /** Opens the next payment; after the last one, the first; if none is left, none. */
  function onDecided({ transactionId }: Seen) {
    const next = ids[ids.indexOf(transactionId) + 1] ?? ids.find((id) => id !== transactionId) ?? null;
    open(next);
    // The button or the row that had the focus is gone.
    if (next) focusRow(next);
  }

  /** Opens the next payment of the list, or the previous one; if none is shown, the first or the last. Returns false in an empty list. */
  const move = (by: 1 | -1) => () => {
    const lastIndex = ids.length - 1;
    const startIndex = by > 0 ? 0 : lastIndex;
    const to = ids[shownIndex < 0 ? startIndex : Math.min(Math.max(shownIndex + by, 0), lastIndex)];
    if (!to) return false;
    open(to);
    focusRow(to);
  };
  const close = () => (address.payment && !isWide ? open(null) : false);
  useShortcuts({
    j: move(1),
    k: move(-1),
    ArrowDown: ifInList(move(1)),
    ArrowUp: ifInList(move(-1)),
    u: undoLast,
    Escape: close,
  });

  // With a company chosen, the list stays, because it has the link to all companies.
  const isLimited = address.q !== "" || address.company !== null;
  const isEmpty = data && !isPlaceholderData && !isLimited && Object.values(data.counts).every((count) => count === 0);
  return (
    <>
      <PageHead
        title={say("title")}
        actions={
          <>
            <ButtonLink href={refundsHref(address.company)}>{say("giveBack", { count: data?.owedCount ?? 0 })}</ButtonLink>
            <ButtonLink href={statementsHref({ company: address.company })}>{say("statements.title")}</ButtonLink>
            <RequiresRight right="money">
              <UploadStatements company={address.company} />
            </RequiresRight>
          </>
        }
      />
      <Tabs name={say("tabs.name")} className="mx-0! border-b border-line px-6 max-lg:px-4">
        {transactionTabs.map((tab) => (
          <Tab
            key={tab}
            id={tabId(tab)}
            href={hrefOf({ tab, payment: null, page: 1, category: null })}
            current={tab === address.tab}
            count={data && data.counts[tab] - (tab === address.tab ? decided.length : 0)}
            onClick={onPlainClick(() => void set({ tab, payment: null, page: 1, category: null }))}
          >
            {say(`tabs.${tab}`)}
          </Tab>
        ))}
      </Tabs>
      <p role="status" className="sr-only">
        {data && !isPlaceholderData && say("found", { count: data.totalEntries - decided.length })}
        {sendingCount > 1 && say("sending", { count: sendingCount })}
      </p>
      <NotFresh query={query} className="m-4" />
      {error && !data && <Trouble className="m-6" title={say("notLoaded")} error={error} onRetry={() => void refetch()} />}
      {isEmpty && (
        <EmptyState kind="nothing-yet" className="m-6" title={say("nothingYet.title")}>
          {say("nothingYet.body")}
        </EmptyState>
      )}
      {data && !isEmpty && (
        <div className="grid grid-cols-[22rem_minmax(0,1fr)] items-start max-md:block">
          <div className={clsx("border-r border-line max-md:border-r-0", address.payment && "max-md:hidden")}>
            <div className="border-b border-line px-4 py-2">
              <ListSearch
                name={say("search")}
                placeholder={say("searchBy")}
                value={address.q}
                onSearch={(q) => void set({ q: q || null, payment: null, page: 1 }, { history: "replace" })}
              />
            </div>
            <DeskSums
              sums={sumsWithout(data.sums, decided)}
              company={address.company}
              hrefOf={(company) => hrefOf({ company, payment: null, page: 1 })}
              onCompany={(company) => void set({ company, payment: null, page: 1 })}
            />
            {address.tab === "noted" && (data.counts.noted > 0 || address.category) && (
              <div className="border-b border-line px-4 py-3">
                <CategorySelect value={address.category} onChange={(category) => void set({ category, payment: null, page: 1 })} />
              </div>
            )}
            <Rows
              page={{ ...data, entries, totalEntries: data.totalEntries - decided.length }}
              isBusy={isPlaceholderData}
              tab={address.tab}
              isSearch={address.q !== ""}
              shownId={shownId}
              hrefOf={hrefOf}
              onOpen={open}
              onPage={(page) => void set({ page, payment: null })}
            />
          </div>
          <div
            className={clsx(
              "min-w-0 px-6 py-5 max-lg:px-4 md:sticky md:top-(--sticky-top,0px) md:max-h-[calc(100dvh-var(--sticky-top,0px))] md:overflow-auto",
              !address.payment && "max-md:hidden",
            )}
          >
            {!shownId && entries.length > 0 && <p className="text-sm text-ink-muted">{say("chooseOne")}</p>}
            {shownId && (
              <>
                <Button size="sm" className="mb-4 md:hidden" onClick={() => open(null)}>
                  <ChevronLeft />
                  {say("back")}
                </Button>
                <TransactionPane
                  transactionId={shownId}
                  isBusy={isSending(shownId)}
                  isOld={(decisions) => isOld(shownId, decisions)}
                  company={address.company}
                  onDecide={decide}
                />
              </>
            )}
          </div>
        </div>
      )}
    </>
  );
}

function isNew({ state }: ListedTransaction): boolean {
  return state === "new";
}

/** Counts the payments in the menu again once matching has ended, because it has booked some of them. */
function useCountAfterMatching(isMatching: boolean): void {
  const queries = useQueryClient();
  const { bank } = useTRPC();
  // The returned function runs when `isMatching` becomes false, or when the reader leaves the desk.
  useEffect(() => (isMatching ? () => void queries.invalidateQueries(bank.waiting.pathFilter()) : undefined), [isMatching, queries, bank]);
}

/**
 * Returns the id of the payment that was first when the list was loaded (`firstPaymentOf`), so that payments matched later do not replace it.
 * Null if no payment is matched yet, or if the first one has left the list.
 */
function useFirstPayment(entries: ListedTransaction[], { tab, page, company, q, category }: BankAddress): string | null {
  const listKey = `${tab} ${page} ${company} ${q} ${category}`;
  const [before, setBefore] = useState<FirstPayment>({ listKey: "", id: "" });
  const matched = entries.filter((entry) => !isNew(entry)).map(({ id }) => id);
  const first = firstPaymentOf(before, listKey, matched);
  if (first.listKey !== before.listKey || first.id !== before.id) setBefore(first);
  return entries.some(({ id }) => id === first.id) ? first.id : null;
}

/** Moves if the focus is in the list or on nothing. Elsewhere, the arrow keys scroll. */
function ifInList(move: () => unknown) {
  return ({ target }: KeyboardEvent) =>
    target === document.body || (target instanceof Element && target.closest("[id^=payment-]")) ? move() : false;
}

/** Returns the sums without payments that the reader has just decided about. */
function sumsWithout(sums: CompanySum[], decided: ListedTransaction[]): CompanySum[] {
  return sums.flatMap((sum) => {
    const gone = decided.filter(({ companyId, currency }) => companyId === sum.companyId && currency === sum.currency);
    const count = sum.count - gone.length;
    const cameCents = gone.reduce((rest, entry) => rest - Math.max(entry.countedCents, 0), sum.cameCents);
    const wentCents = gone.reduce((rest, entry) => rest - Math.min(entry.countedCents, 0), sum.wentCents);
    return count > 0 ? [{ ...sum, count, cameCents, wentCents }] : [];
  });
}

/** Loads the next payment ahead, so that the reader does not wait for it. */
function usePrefetchedPayment(transactionId: string | undefined): void {
  const queries = useQueryClient();
  const { bank } = useTRPC();
  useEffect(() => {
    if (!transactionId) return;
    void queries.prefetchQuery(bank.get.queryOptions({ transactionId }));
    void queries.prefetchQuery(bank.offers.queryOptions({ transactionId }));
  }, [queries, bank, transactionId]);
}

interface RowsProps {
  page: TransactionPage;
  isBusy: boolean;
  tab: TransactionTab;
  isSearch: boolean;
  /** Id of the payment on the right; null if there is none. */
  shownId: string | null;
  hrefOf: (change: Partial<BankAddress>) => string;
  onOpen: (id: string) => void;
  onPage: (page: number) => void;
}

function Rows({
  page: { entries, pageNumber, pageSize, totalEntries, counts },
  isBusy,
  tab,
  isSearch,
  shownId,
  hrefOf,
  onOpen,
  onPage,
}: RowsProps) {
  const say = useTranslations("bank");
  const namesCompany = new Set(entries.map(({ companyName }) => companyName)).size > 1;
  // All payments of this page are decided, and the list is being loaded again.
  if (entries.length === 0 && totalEntries > 0) return <p className="px-4 py-3 text-sm text-ink-faint">{say("loading")}</p>;
  if (entries.length === 0 && isSearch) {
    const isInOtherTab = Object.values(counts).some((count) => count > 0);
    return <p className="px-4 py-3 text-sm text-ink-muted">{say(isInOtherTab ? "noneFoundHere" : "noneFound")}</p>;
  }
  if (entries.length === 0) {
    return (
      <EmptyState bare className="px-4" kind="nothing-yet" icon={tab === "open" ? CircleCheck : undefined} title={say(`none.${tab}`)}>
        {tab === "open" && counts.later > 0 && (
          <Link href={hrefOf({ tab: "later", page: 1 })}>{say("keptForLater", { count: counts.later })}</Link>
        )}
      </EmptyState>
    );
  }
  return (
    <>
      <ul aria-label={say(`tabs.${tab}`)} aria-busy={isBusy || undefined} className={clsx("transition-opacity", isBusy && "opacity-60")}>
        {entries.map((entry) => (
          <TransactionRow
            key={entry.id}
            entry={entry}
            href={hrefOf({ payment: entry.id })}
            isOpen={entry.id === shownId}
            namesCompany={namesCompany}
            onOpen={() => onOpen(entry.id)}
          />
        ))}
      </ul>
      {totalEntries > pageSize && (
        <div className="px-4">
          <PageFoot
            page={pageNumber}
            pageSize={pageSize}
            total={totalEntries}
            hrefOf={(page) => hrefOf({ page, payment: null })}
            onPage={onPage}
          />
        </div>
      )}
    </>
  );
}
