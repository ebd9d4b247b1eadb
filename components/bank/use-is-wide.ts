import { useSyncExternalStore } from "react";

const WIDE = "(min-width: 54rem)";

/** Whether the list fits beside one payment; false in the server's HTML. */
export function useIsWide(): boolean {
  return useSyncExternalStore(onResize, isWide, onServer);
}

function onResize(tell: () => void): () => void {
  const wide = window.matchMedia(WIDE);
  wide.addEventListener("change", tell);
  return () => wide.removeEventListener("change", tell);
}

function isWide(): boolean {
  return window.matchMedia(WIDE).matches;
}

function onServer(): boolean {
  return false;
}
