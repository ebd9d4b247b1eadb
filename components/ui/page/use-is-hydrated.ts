"use client";

import { useSyncExternalStore } from "react";

/**
 * False in the server's HTML, and true immediately afterwards. For data of a query that the server only begins: the data may arrive earlier
 * in the browser than on the server, but both must first render the same.
 */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(never, inBrowser, onServer);
}

const never = () => () => {};
const inBrowser = () => true;
const onServer = () => false;
