"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Desk } from "@/components/conversations/conversation/desk";
import { useTRPC } from "@/components/data/trpc";

/** Prefetches the conversation that probably comes next. */
export function usePrefetchedConversation(desk: Desk, invoiceId: string | undefined): void {
  const trpc = useTRPC();
  const queries = useQueryClient();
  useEffect(() => {
    if (!invoiceId) return;
    if (desk === "support") {
      void queries.prefetchQuery(trpc.support.conversation.queryOptions({ invoiceId }));
      return;
    }
    void queries.prefetchQuery(trpc.tickets.conversation.queryOptions({ invoiceId }));
    void queries.prefetchQuery(trpc.invoice.get.queryOptions({ invoiceId }));
    void queries.prefetchQuery(trpc.invoice.timeline.queryOptions({ invoiceId }));
  }, [desk, invoiceId, queries, trpc]);
}
