"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/components/data/trpc";
import { isId } from "@/server/domain/formats/id";
import type { Reader } from "./reader";
import { useSelectedCompany } from "./selected-company";

const REFETCH_MS = 60_000;

/**
 * Number of conversations that wait for an answer by the reader or colleagues, over all companies, and of payments at the desk, only for
 * the selected company.
 */
export function useWaitingCounts(role: Reader["role"]): { unanswered?: number; toDecide?: number } {
  const trpc = useTRPC();
  const { companyId: inUrl } = useSelectedCompany();
  const companyId = inUrl !== null && isId(inUrl) ? inUrl : null;
  const isSupport = role === "support";
  const ofPartner = useQuery(trpc.tickets.counts.queryOptions({}, { enabled: !isSupport, refetchInterval: REFETCH_MS }));
  const ofSupport = useQuery(trpc.support.counts.queryOptions({}, { enabled: isSupport, refetchInterval: REFETCH_MS }));
  const ofBank = useQuery(
    trpc.bank.waiting.queryOptions({ companyId }, { enabled: !isSupport, refetchInterval: REFETCH_MS, placeholderData: keepPreviousData }),
  );
  return { unanswered: (isSupport ? ofSupport : ofPartner).data?.unanswered, toDecide: ofBank.data?.toDecide.count };
}
