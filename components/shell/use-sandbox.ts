"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTRPC } from "../trpc";

const MOVING_MS = 1_000;
const STANDING_MS = 60_000;

/** The reader's sandbox, looked at each second while its clock is on its way. Once it is there, everything else on the page is old. */
export function useSandbox() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { data: sandbox = null } = useQuery(
    trpc.sandbox.find.queryOptions(undefined, { refetchInterval: ({ state }) => (state.data?.goingTo ? MOVING_MS : STANDING_MS) }),
  );
  const isMoving = sandbox?.goingTo != null;
  const wasMoving = useRef(isMoving);
  useEffect(() => {
    if (wasMoving.current && !isMoving) void queries.invalidateQueries();
    wasMoving.current = isMoving;
  }, [isMoving, queries]);
  return { sandbox, isMoving };
}
