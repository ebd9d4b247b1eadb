"use client";

import { createContext, type ReactNode, useContext } from "react";
import { useMinute } from "./use-minute";

const Offset = createContext(0);

/** Makes the times within follow the partner's clock, which is `offsetMs` ahead of real time. */
export function BusinessClock({ offsetMs, children }: { offsetMs: number; children: ReactNode }) {
  return <Offset value={offsetMs}>{children}</Offset>;
}

/** As `useMinute`, but by the partner's clock: for due days, messages, questions and payments. */
export function useBusinessMinute(): number {
  return useMinute() + useContext(Offset);
}
