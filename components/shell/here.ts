import type { MouseEvent } from "react";

/** Follows a link within this page, unless the click asks for another tab or window. */
export function here(go: () => void): (event: MouseEvent) => void {
  return (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go();
  };
}
