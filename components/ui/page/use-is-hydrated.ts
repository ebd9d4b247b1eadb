"use client";

import { useSyncExternalStore } from "react";

/**
 * False while the page is what the server wrote, true right after. For what a query brings that the server has only begun: it may be there
 * earlier in the browser than it was on the server, and the two must write the same.
 */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(never, inBrowser, onServer);
}

const never = () => () => {};
const inBrowser = () => true;
const onServer = () => false;
