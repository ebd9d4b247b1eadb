import { useSyncExternalStore } from "react";

const WIDE = "(min-width: 54rem)";

/** Whether the list fits beside one payment; false in the server's HTML. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, isWide, isWideOnServer);
}

function subscribe(onChange: () => void): () => void {
  const wide = window.matchMedia(WIDE);
  wide.addEventListener("change", onChange);
  return () => wide.removeEventListener("change", onChange);
}

function isWide(): boolean {
  return window.matchMedia(WIDE).matches;
}

function isWideOnServer(): boolean {
  return false;
}
