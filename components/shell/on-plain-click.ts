import type { MouseEvent } from "react";

/** Returns a link's click handler that calls `go` instead of following the link, unless the click asks for another tab or window. */
export function onPlainClick(go: () => void): (event: MouseEvent) => void {
  return (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go();
  };
}
