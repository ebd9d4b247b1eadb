"use client";

import { createContext, type ReactNode, useContext } from "react";
import { useMinute } from "./use-minute";

const Offset = createContext(0);

/** Shows times inside by a clock `offsetMs` ahead of real time. */
export function BusinessClock({ offsetMs, children }: { offsetMs: number; children: ReactNode }) {
  return <Offset value={offsetMs}>{children}</Offset>;
}

/** Like `useMinute`, on the business clock of what the reader looks at: for due days, messages, questions and payments. */
export function useBusinessMinute(): number {
  return useMinute() + useContext(Offset);
}
