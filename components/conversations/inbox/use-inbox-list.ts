"use client";

import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import type { Desk } from "@/components/conversations/conversation/desk";
import { REFETCH_MS } from "@/components/conversations/conversation/use-conversation";
import { useTRPC } from "@/components/data/trpc";
import type { NotFresh } from "@/components/failures/not-fresh";
import type { ConversationPage, ListedConversation } from "@/server/desk/tickets/conversation";
import { filterAndOrderOf, filterOf, type InboxAddress, supportTabOf } from "./inbox-address";

export interface InboxList {
  entries: ListedConversation[];
  counts: Partial<Record<InboxAddress["status"], number>> | undefined;
  /** Whether there is nothing to show yet. */
  isPending: boolean;
  /** Whether no tab has a conversation, of the chosen company if any, so that the inbox explains itself. */
  isUnused: boolean;
  /** Whether the shown rows still belong to the previous address. */
  isStale: boolean;
  /** Error that leaves nothing to show; null if there is none. */
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
  const filterAndOrder = filterAndOrderOf(address);
  const trpc = useTRPC();
  const queries = useQueryClient();
  const isSupport = desk === "support";
  const listOptions = {
    getNextPageParam: (page: ConversationPage) => page.nextCursor,
    placeholderData: keepPreviousData,
    refetchInterval: REFETCH_MS,
  };
  const partnerListOptions = trpc.tickets.list.infiniteQueryOptions(
    { status, companyId: company, ...filterAndOrder },
    { ...listOptions, enabled: !isSupport },
  );
  const supportListOptions = trpc.support.list.infiniteQueryOptions(
    { status: supportTabOf(status), ...filterAndOrder },
    { ...listOptions, enabled: isSupport },
  );
  const partnerList = useInfiniteQuery(partnerListOptions);
  const supportList = useInfiniteQuery(supportListOptions);
  const list = isSupport ? supportList : partnerList;

  const countOptions = { refetchInterval: REFETCH_MS, placeholderData: keepPreviousData };
  const filter = filterOf(address);
  const isFiltered = Object.keys(filter).length > 0;
  const partnerCounts = useQuery(
    trpc.tickets.counts.queryOptions({ companyId: company, ...filter }, { ...countOptions, enabled: !isSupport }),
  );
  const supportCounts = useQuery(trpc.support.counts.queryOptions(filter, { ...countOptions, enabled: isSupport }));

  const entries = list.data?.pages.flatMap((page) => page.entries) ?? [];
  const counts: InboxList["counts"] = isSupport ? supportCounts.data : partnerCounts.data;
  const isNothingListed =
    !isFiltered && entries.length === 0 && counts !== undefined && Object.values(counts).every((count) => count === 0);
  // Archived conversations are not in the counts. They are looked for only if nothing else is listed.
  const archived = useInfiniteQuery(
    trpc.tickets.list.infiniteQueryOptions(
      { status: "archived", companyId: company },
      { ...listOptions, enabled: !isSupport && isNothingListed },
    ),
  );
  const isArchiveEmpty = archived.data?.pages[0]?.entries.length === 0;
  // Support's archive is not looked into: outside its tab, it counts as empty.
  const hasNoneArchived = isSupport ? status !== "archived" : isArchiveEmpty;

  return {
    entries,
    isUnused: isNothingListed && hasNoneArchived,
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
          pages: known.pages.map((page) => ({ ...page, entries: page.entries.filter((entry) => entry.invoiceId !== invoiceId) })),
        };
      if (isSupport) queries.setQueryData(supportListOptions.queryKey, without);
      else queries.setQueryData(partnerListOptions.queryKey, without);
    },
  };
}
