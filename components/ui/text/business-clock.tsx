"use client";

import { createContext, type ReactNode, useContext } from "react";
import { useMinute } from "./use-minute";

const Offset = createContext(0);

/** What is inside tells times by a clock that is so many milliseconds ahead. */
export function BusinessClock({ offsetMs, children }: { offsetMs: number; children: ReactNode }) {
  return <Offset value={offsetMs}>{children}</Offset>;
}

/** As `useMinute`, by the clock of what the reader looks at: when things are due, were sent, asked and paid. */
export function useBusinessMinute(): number {
  return useMinute() + useContext(Offset);
}
