/**
 * Grid of the panes; only the panes scroll. Below 1180 pixels the facts are hidden. Below 860 pixels one pane is shown, and the page
 * scrolls.
 */
export const frame =
  "grid h-[calc(100dvh-var(--banner,0px))] grid-cols-[20rem_minmax(0,1fr)_20rem] grid-rows-[minmax(0,1fr)] max-xl:grid-cols-[18rem_minmax(0,1fr)] max-lg:h-[calc(100dvh-3rem-var(--banner,0px))] max-md:block max-md:h-auto print:block print:h-auto";

const pane = "flex min-h-0 min-w-0 flex-col outline-none";

export const panes = {
  list: `${pane} print:hidden`,
  conversation: `${pane} border-l border-line max-md:min-h-[calc(100dvh-3rem-var(--banner,0px))] max-md:border-l-0`,
  facts: `${pane} border-l border-line max-md:border-l-0`,
  nothing: `${pane} border-l border-line max-md:hidden xl:col-span-2`,
};

/** Head of a pane. If the page scrolls, it stays below the top bar, unless the screen is less than 32rem high. */
export const paneHead =
  "flex min-h-14 items-center gap-2 border-b border-line py-2 max-md:bg-surface max-md:[@media(min-height:32rem)]:sticky max-md:[@media(min-height:32rem)]:top-12 max-md:[@media(min-height:32rem)]:z-5";
