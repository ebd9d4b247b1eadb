import { clsx } from "clsx";
import type { ReactNode } from "react";

/** A few key figures at the top of a page. */
export function Figures({ className, children }: { className?: string; children: ReactNode }) {
  return <dl className={clsx("flex flex-wrap gap-x-12 gap-y-4 max-sm:gap-x-8", className)}>{children}</dl>;
}

/** One figure. Wrap the most important value in a Total. */
export function Figure({ label, note, children }: { label: ReactNode; note?: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-ink-faint">{label}</dt>
      <dd className="mt-1 text-xl tracking-[-0.02em] [&_a]:text-inherit [&_a]:no-underline">{children}</dd>
      {note && <dd className="mt-2 text-sm text-ink-muted">{note}</dd>}
    </div>
  );
}
