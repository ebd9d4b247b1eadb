"use client";

import { createContext, type ReactNode, useContext } from "react";
import { useMinute } from "./use-minute";

const Offset = createContext(0);

/** Shows the times inside by a clock that is `offsetMs` ahead of real time. */
export function BusinessClock({ offsetMs, children }: { offsetMs: number; children: ReactNode }) {
  return <Offset value={offsetMs}>{children}</Offset>;
}

/** As `useMinute`, but on the business clock of the shown records: for due days, messages, questions and payments. */
export function useBusinessMinute(): number {
  return useMinute() + useContext(Offset);
}
