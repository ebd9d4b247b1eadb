"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTRPC } from "@/components/data/trpc";

const MOVING_MS = 1_000;
const STANDING_MS = 60_000;

/**
 * The reader's sandbox, refetched every second while its clock is moving. When the clock arrives, all other data of the page is refetched.
 */
export function useSandbox() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { data: sandbox = null } = useQuery(
    trpc.sandbox.find.queryOptions(undefined, { refetchInterval: ({ state }) => (state.data?.goingTo ? MOVING_MS : STANDING_MS) }),
  );
  const isMoving = sandbox?.goingTo != null;
  const offsetMs = sandbox?.offsetMs;
  // Also detects a move that has ended before the next refetch.
  const before = useRef({ offsetMs, isMoving });
  useEffect(() => {
    const { current } = before;
    const isKnown = current.offsetMs !== undefined;
    if (isKnown && !isMoving && (current.isMoving || current.offsetMs !== offsetMs)) void queries.invalidateQueries();
    before.current = { offsetMs, isMoving };
  }, [offsetMs, isMoving, queries]);
  return { sandbox, isMoving };
}
