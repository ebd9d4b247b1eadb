/** Whether there is room for one pane only, so that the page itself scrolls. */
export function isNarrow(): boolean {
  return window.matchMedia("(width <= 860px)").matches;
}
