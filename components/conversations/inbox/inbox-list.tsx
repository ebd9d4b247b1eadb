"use client";

import { clsx } from "clsx";
import { CircleCheck } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Desk } from "@/components/conversations/conversation/desk";
import { NotFresh } from "@/components/failures/not-fresh";
import { Trouble } from "@/components/failures/trouble";
import { ListSearch } from "@/components/shell/list-search";
import { onPlainClick } from "@/components/shell/on-plain-click";
import { Button } from "@/components/ui/form/button";
import { ButtonLink } from "@/components/ui/form/button-link";
import { EmptyState } from "@/components/ui/page/empty-state";
import { Tab, Tabs } from "@/components/ui/page/tabs";
import { type InboxTab, inboxTabs } from "@/server/domain/rules/inbox-tabs";
import type { InboxAddress } from "./inbox-address";
import { InboxFilterChips, InboxFilters } from "./inbox-filters";
import { InboxRow } from "./inbox-row";
import { RowsSkeleton } from "./inbox-skeleton";
import { KeysLine } from "./keys-line";
import type { InboxList as List } from "./use-inbox-list";

export interface InboxListProps {
  desk: Desk;
  title: string;
  /** Filter by company: its button beside the title, and its chip under the tabs while it is active. */
  companyFilter?: { button: ReactNode; chip: ReactNode };
  /** Texts for an inbox in which there has never been a conversation. */
  nothingYet: { title: string; body: string };
  address: InboxAddress;
  hrefOf: (address: Partial<InboxAddress>) => string;
  list: List;
  onTab: (status: InboxAddress["status"]) => void;
  /** Changes filters or order, and closes the conversation. */
  onFilter: (change: Partial<InboxAddress>) => void;
  onOpen: (invoiceId: string) => void;
}

/** The first pane: the list of conversations. */
export function InboxList({ desk, title, companyFilter, nothingYet, address, hrefOf, list, onTab, onFilter, onOpen }: InboxListProps) {
  const say = useTranslations("conversation");

  return (
    <>
      <div className="flex min-h-14 items-center gap-2 border-b border-line px-4 py-2">
        <h2>{title}</h2>
        <span className="ml-auto flex">
          {companyFilter?.button}
          <InboxFilters address={address} onFilter={onFilter} />
        </span>
      </div>
      <div className="px-4 py-2">
        <ListSearch name={say("list.search")} placeholder={say("list.searchBy")} value={address.q} onSearch={(q) => onFilter({ q })} />
      </div>
      <Tabs name={say("list.status")} className="border-b border-line px-4 gap-y-0 max-sm:mx-0 sm:flex-wrap">
        {tabsOf(desk, address, list.counts).map((status) => (
          <Tab
            key={status}
            href={hrefOf({ status, invoice: null, pane: null })}
            current={status === address.status}
            count={list.counts?.[status]}
            onClick={onPlainClick(() => onTab(status))}
          >
            {say(`list.tabs.${status}`)}
          </Tab>
        ))}
      </Tabs>
      {companyFilter?.chip}
      <InboxFilterChips address={address} onFilter={onFilter} />
      <NotFresh className="m-2" query={list.query} />
      <p role="status" className="sr-only">
        {!list.isPending && !list.isStale && say("list.shown", { count: list.entries.length, status: address.status })}
      </p>
      <div className="min-h-0 flex-1 overflow-auto">
        <ul aria-label={title} aria-busy={list.isStale || undefined} className={clsx("transition-opacity", list.isStale && "opacity-60")}>
          {list.entries.map((entry) => (
            <InboxRow
              key={entry.invoiceId}
              desk={desk}
              entry={entry}
              href={hrefOf({ invoice: entry.invoiceId, pane: null })}
              isOpen={entry.invoiceId === address.invoice}
              onOpen={onOpen}
            />
          ))}
        </ul>
        {list.isPending && <RowsSkeleton />}
        {list.showMore && (
          <div className="p-4">
            <Button className="w-full" busy={list.isLoadingMore && say("list.loadingMore")} onClick={list.showMore}>
              {say("list.more")}
            </Button>
          </div>
        )}
        {!list.isPending && list.entries.length === 0 && (
          <Nothing desk={desk} address={address} hrefOf={hrefOf} list={list} nothingYet={nothingYet} />
        )}
      </div>
      <KeysLine />
    </>
  );
}

/** Returns the tabs to show. The partner's tab `with_support` is shown while it is open, or has conversations. */
function tabsOf(desk: Desk, { status }: InboxAddress, counts: List["counts"]): readonly InboxTab[] {
  const showsWithSupport = desk === "partner" && (status === "with_support" || Boolean(counts?.with_support));
  return inboxTabs.filter((tab) => tab !== "with_support" || showsWithSupport);
}

/** Explains why the list is empty: it failed to load, nothing matches the filter, nothing has come in yet, or everything is done. */
function Nothing({ desk, address, hrefOf, list, nothingYet }: Pick<InboxListProps, "desk" | "address" | "hrefOf" | "list" | "nothingYet">) {
  const say = useTranslations("conversation.list");
  if (list.error) {
    return <Trouble bare className="px-4" title={say("notLoaded")} error={list.error} onRetry={list.retry} />;
  }
  if (address.q || address.language || address.mine) {
    const elsewhere = tabsOf(desk, address, list.counts).filter((status) => status !== address.status && Boolean(list.counts?.[status]));
    return (
      <EmptyState
        bare
        className="px-4"
        kind="no-match"
        title={address.q ? say("noMatch.found", { search: address.q, status: address.status }) : say("noMatch.narrowed")}
        action={
          <ButtonLink size="sm" href={hrefOf({ company: null, q: "", language: null, mine: false, invoice: null, pane: null })}>
            {say("noMatch.clearAll")}
          </ButtonLink>
        }
      >
        {elsewhere.map((status) => (
          <Link key={status} className="block" href={hrefOf({ status, invoice: null, pane: null })}>
            {say(`noMatch.elsewhere.${status}`, { count: list.counts?.[status] ?? 0 })}
          </Link>
        ))}
      </EmptyState>
    );
  }
  if (list.isUnused && address.company) {
    return (
      <EmptyState
        bare
        className="px-4"
        kind="no-match"
        title={say("noMatch.title")}
        action={
          <ButtonLink size="sm" href={hrefOf({ company: null, invoice: null, pane: null })}>
            {say("noMatch.clear")}
          </ButtonLink>
        }
      >
        {say("noMatch.body")}
      </EmptyState>
    );
  }
  if (list.isUnused) {
    return (
      <EmptyState bare className="px-4" kind="nothing-yet" title={nothingYet.title}>
        {nothingYet.body}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      bare
      className="px-4"
      kind="nothing-yet"
      icon={address.status === "unanswered" ? CircleCheck : undefined}
      title={say(`none.${address.status}`)}
    />
  );
}
