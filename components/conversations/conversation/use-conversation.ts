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
  /** Error code if the last attempt to read the conversation failed. `conversation` may then be an earlier answer. */
  failureCode: string | null;
}

/** The conversation about an invoice as far as this desk may see it, kept up to date. */
export function useConversation(desk: Desk, invoiceId: string): OpenConversation {
  const trpc = useTRPC();
  const isSupport = desk === "support";
  const options = { refetchInterval: REFETCH_MS };
  const ofPartner = useQuery(trpc.tickets.conversation.queryOptions({ invoiceId }, { ...options, enabled: !isSupport }));
  const ofSupport = useQuery(trpc.support.conversation.queryOptions({ invoiceId }, { ...options, enabled: isSupport }));
  const { error } = isSupport ? ofSupport : ofPartner;
  return { conversation: isSupport ? ofSupport.data?.conversation : ofPartner.data, failureCode: error && failureOf(error).code };
}
