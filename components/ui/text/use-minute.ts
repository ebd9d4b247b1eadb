"use client";

import { useSyncExternalStore } from "react";
import { MINUTE_MS } from "@/server/domain/formats/time";

/** The beginning of the current minute, in ms since 1970. The component renders again when the minute changes. One timer per page. */
export function useMinute(): number {
  return useSyncExternalStore(everyMinute, thisMinute, thisMinute);
}

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function everyMinute(onMinute: () => void): () => void {
  listeners.add(onMinute);
  timer ??= setInterval(() => {
    for (const listener of listeners) listener();
  }, MINUTE_MS / 2);
  return () => {
    listeners.delete(onMinute);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function thisMinute(): number {
  return Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
}
