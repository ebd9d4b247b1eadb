"use client";

import { useSyncExternalStore } from "react";

/**
 * False in the server's HTML, true right after. For data of a query that the server has only started: it may arrive in the browser earlier
 * than on the server, and both must render the same.
 */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(never, inBrowser, onServer);
}

const never = () => () => {};
const inBrowser = () => true;
const onServer = () => false;
