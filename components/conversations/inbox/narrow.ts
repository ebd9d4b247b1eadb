/** Whether there is room for one pane alone, and the page itself scrolls. */
export function isNarrow(): boolean {
  return window.matchMedia("(width <= 860px)").matches;
}
