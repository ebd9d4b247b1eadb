"use client";

import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import type { Desk } from "@/components/conversations/conversation/desk";
import { REFETCH_MS } from "@/components/conversations/conversation/use-conversation";
import { useTRPC } from "@/components/data/trpc";
import type { NotFresh } from "@/components/failures/not-fresh";
import type { ConversationPage, ListedConversation } from "@/server/desk/tickets/conversation";
import { filterOf, type InboxAddress, narrowingOf, supportTabOf } from "./inbox-address";

export interface InboxList {
  entries: ListedConversation[];
  counts: Partial<Record<InboxAddress["status"], number>> | undefined;
  /** Whether there is nothing to show yet. */
  isPending: boolean;
  /** Whether no tab has a conversation. */
  isUnused: boolean;
  /** Whether the shown rows belong to another filter. */
  isStale: boolean;
  /** The error, if it leaves nothing to show. */
  error: unknown;
  query: ComponentProps<typeof NotFresh>["query"];
  retry: () => void;
  /** Loads more; undefined if everything is shown. */
  showMore: (() => void) | undefined;
  isLoadingMore: boolean;
  /** Removes an entry before the server's answer. */
  drop: (invoiceId: string) => void;
}

/** Conversations of one tab and the counts of all tabs, refreshed regularly. */
export function useInboxList(desk: Desk, address: InboxAddress): InboxList {
  const { status, company } = address;
  const narrowing = narrowingOf(address);
  const trpc = useTRPC();
  const queries = useQueryClient();
  const supports = desk === "support";
  const common = {
    getNextPageParam: (page: ConversationPage) => page.nextCursor,
    placeholderData: keepPreviousData,
    refetchInterval: REFETCH_MS,
  };
  const listOfPartner = trpc.tickets.list.infiniteQueryOptions(
    { status, companyId: company, ...narrowing },
    { ...common, enabled: !supports },
  );
  const listOfSupport = trpc.support.list.infiniteQueryOptions(
    { status: supportTabOf(status), ...narrowing },
    { ...common, enabled: supports },
  );
  const ofPartner = useInfiniteQuery(listOfPartner);
  const ofSupport = useInfiniteQuery(listOfSupport);
  const list = supports ? ofSupport : ofPartner;

  const counting = { refetchInterval: REFETCH_MS, placeholderData: keepPreviousData };
  const filter = filterOf(address);
  const isFiltered = Object.keys(filter).length > 0;
  const countsOfPartner = useQuery(
    trpc.tickets.counts.queryOptions({ companyId: company, ...filter }, { ...counting, enabled: !supports }),
  );
  const countsOfSupport = useQuery(trpc.support.counts.queryOptions(filter, { ...counting, enabled: supports }));

  const entries = list.data?.pages.flatMap((page) => page.entries) ?? [];
  const counts: InboxList["counts"] = supports ? countsOfSupport.data : countsOfPartner.data;
  const noneIsOpen = !isFiltered && entries.length === 0 && counts !== undefined && Object.values(counts).every((count) => count === 0);
  // Archived conversations are not counted, so this query runs only if its answer matters.
  const archived = useInfiniteQuery(
    trpc.tickets.list.infiniteQueryOptions({ status: "archived", companyId: company }, { ...common, enabled: !supports && noneIsOpen }),
  );

  return {
    entries,
    isUnused: noneIsOpen && (supports ? status !== "archived" : archived.data?.pages[0]?.entries.length === 0),
    counts,
    isPending: list.isPending,
    isStale: list.isPlaceholderData,
    error: list.data ? null : list.error,
    query: list,
    retry: () => void list.refetch(),
    showMore: list.hasNextPage ? () => void list.fetchNextPage() : undefined,
    isLoadingMore: list.isFetchingNextPage,
    drop: (invoiceId) => {
      const without = <Page extends ConversationPage, Cursor>(known: InfiniteData<Page, Cursor> | undefined) =>
        known && {
          ...known,
          pages: known.pages.map((page) => ({ ...page, entries: page.entries.filter((e) => e.invoiceId !== invoiceId) })),
        };
      if (supports) queries.setQueryData(listOfSupport.queryKey, without);
      else queries.setQueryData(listOfPartner.queryKey, without);
    },
  };
}
