"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/components/data/trpc";
import { failureOf } from "@/components/failures/failure";
import type { Conversation } from "@/server/desk/tickets/conversation";
import type { Desk } from "./desk";

/** Interval in ms for fetching changes by others. */
export const REFETCH_MS = 30_000;

export interface OpenConversation {
  conversation: Conversation | undefined;
  /** Code of the failure to read it. It may have been readable before, and been taken away since. */
  code: string | null;
}

/** The conversation about an invoice as far as this desk may see it, kept up to date. */
export function useConversation(desk: Desk, invoiceId: string): OpenConversation {
  const trpc = useTRPC();
  const supports = desk === "support";
  const options = { refetchInterval: REFETCH_MS };
  const ofPartner = useQuery(trpc.tickets.conversation.queryOptions({ invoiceId }, { ...options, enabled: !supports }));
  const ofSupport = useQuery(trpc.support.conversation.queryOptions({ invoiceId }, { ...options, enabled: supports }));
  const { error } = supports ? ofSupport : ofPartner;
  return { conversation: supports ? ofSupport.data?.conversation : ofPartner.data, code: error && failureOf(error).code };
}
