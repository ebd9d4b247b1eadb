import type { ReactNode } from "react";

/** Lets a table that cannot become cards scroll sideways, also by keyboard. The table's heading no longer sticks to the top of the page. */
export function TableScroll({ name, children }: { name: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section tabIndex={0} aria-label={name} className="overflow-x-auto [--sticky-top:0px]">
      {children}
    </section>
  );
}
