"use client";

import { clsx } from "clsx";
import Link from "next/link";
import { useLocale } from "next-intl";
import type { ComponentProps, ReactNode } from "react";

/** Links between views of one list, each with its own address. */
export function Tabs({ name, className, children }: { name: string; className?: string; children: ReactNode }) {
  return (
    <nav
      aria-label={name}
      className={clsx("flex gap-4 overflow-x-auto [scrollbar-width:none] max-sm:-mx-4 max-sm:px-4 print:hidden", className)}
    >
      {children}
    </nav>
  );
}

export interface TabProps extends ComponentProps<typeof Link> {
  current: boolean;
  /** Count beside the tab; absent if not counted. */
  count?: number;
}

export function Tab({ current, count, className, children, ...rest }: TabProps) {
  const locale = useLocale();
  return (
    <Link
      prefetch={false}
      ref={current ? bringIntoView : null}
      aria-current={current ? "page" : undefined}
      className={clsx(
        "inline-flex h-9 flex-none items-center gap-1.5 border-b-2 text-sm whitespace-nowrap -outline-offset-2 hover:text-ink hover:no-underline max-sm:h-11",
        current ? "border-accent-text font-semibold text-ink" : "border-transparent text-ink-muted forced-colors:border-[Canvas]",
        className,
      )}
      {...rest}
    >
      {children}
      {count !== undefined && <span className="font-normal text-ink-faint">{count.toLocaleString(locale)}</span>}
    </Link>
  );
}

/** Scrolls the current tab to the middle of the row, for a phone on which not all tabs fit. Only the row of tabs scrolls. */
function bringIntoView(tab: HTMLAnchorElement | null) {
  const row = tab?.closest("nav");
  if (!tab || !row) return;
  const [rowBox, tabBox] = [row.getBoundingClientRect(), tab.getBoundingClientRect()];
  row.scrollLeft += tabBox.left - rowBox.left - (rowBox.width - tabBox.width) / 2;
}
