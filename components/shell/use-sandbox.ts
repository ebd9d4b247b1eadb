"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTRPC } from "@/components/data/trpc";

const REFETCH_MOVING_MS = 1_000;
const REFETCH_STANDING_MS = 60_000;

/**
 * The reader's sandbox, refetched every second while its clock is moving. When the clock has reached its new time, all other data of the
 * page is refetched.
 */
export function useSandbox() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { data: sandbox = null } = useQuery(
    trpc.sandbox.find.queryOptions(undefined, {
      refetchInterval: ({ state }) => (state.data?.goingTo ? REFETCH_MOVING_MS : REFETCH_STANDING_MS),
    }),
  );
  const isMoving = sandbox?.goingTo != null;
  const offsetMs = sandbox?.offsetMs;
  // Comparing offsets also detects a move that began and ended between two refetches.
  const before = useRef({ offsetMs, isMoving });
  useEffect(() => {
    const { current: previous } = before;
    const isKnown = previous.offsetMs !== undefined;
    const hasMoved = previous.isMoving || previous.offsetMs !== offsetMs;
    if (isKnown && hasMoved && !isMoving) void queries.invalidateQueries();
    before.current = { offsetMs, isMoving };
  }, [offsetMs, isMoving, queries]);
  return { sandbox, isMoving };
}
