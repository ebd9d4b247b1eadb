import type { MouseEvent } from "react";

/** Follows a link on this page instead of loading it anew, unless whoever clicks wants another tab or window. */
export function here(go: () => void): (event: MouseEvent) => void {
  return (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go();
  };
}
