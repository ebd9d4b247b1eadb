import { clsx } from "clsx";
import { type ReactNode, useId } from "react";

export interface SectionProps {
  title: ReactNode;
  /** Shown beside the title: a count, a unit, or a chip. */
  note?: ReactNode;
  /** Shown at the right end: quiet small buttons, or a Segmented. */
  actions?: ReactNode;
  /** Whether to draw a line under the header, for content without a heading row. */
  rule?: boolean;
  id?: string;
  className?: string;
  children: ReactNode;
}

/** A titled part of a page. */
export function Section({ title, note, actions, rule = false, id, className, children }: SectionProps) {
  const headingId = useId();
  return (
    <section id={id} aria-labelledby={headingId} className={clsx("grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-3", className)}>
      <header className={clsx("flex min-h-7 flex-wrap items-center gap-2", rule && "border-b border-line-strong pb-3")}>
        <h2 id={headingId}>{title}</h2>
        {note && <span className="text-sm text-ink-faint">{note}</span>}
        {actions && <div className="ml-auto flex flex-wrap items-center gap-2 print:hidden">{actions}</div>}
      </header>
      {children}
    </section>
  );
}
