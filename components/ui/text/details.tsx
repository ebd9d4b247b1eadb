import { clsx } from "clsx";
import type { ReactNode } from "react";

/** Names and values in two columns, such as a recipient or settings. */
export function Details({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <dl className={clsx("grid grid-cols-[fit-content(50%)_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm leading-5.5", className)}>{children}</dl>
  );
}

export function Detail({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-faint">{label}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}
