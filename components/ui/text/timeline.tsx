import { clsx } from "clsx";
import { CircleDot, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

/** Planned events above the line "Now", and past events below it, newest first. */
export function Timeline({ className, children }: { className?: string; children: ReactNode }) {
  return <ol className={clsx("grid text-sm", className)}>{children}</ol>;
}

export interface TimelineItemProps {
  icon: LucideIcon;
  /** bad: a setback, such as a chargeback. good: money came in. ourTurn: the reader must act. Most events have no tone. */
  tone?: keyof typeof tones;
  /** Whether the event is still to come, shown by a dashed line. */
  future?: boolean;
  /** The time, and small facts or links. */
  meta?: ReactNode;
  amount?: ReactNode;
  children: ReactNode;
}

export function TimelineItem({ icon: Icon, tone = "usual", future = false, meta, amount, children }: TimelineItemProps) {
  return (
    <li className={clsx(entry, thread, future ? "text-ink-muted before:border-dashed" : "before:opacity-50")}>
      <Icon className={clsx(mark, tones[tone])} />
      <div className="min-w-0">
        {amount && <span className="float-right ml-2">{amount}</span>}
        {children}
        {meta && <div className="mt-0.5 text-xs text-ink-faint [&_a]:underline">{meta}</div>}
      </div>
    </li>
  );
}

/** The line between planned and past events. */
export function TimelineNow({ children }: { children: ReactNode }) {
  return (
    <li className={clsx(entry, thread, "before:opacity-50")}>
      <CircleDot className={clsx(mark, "text-accent-text")} />
      <span className="flex items-center gap-2 text-xs leading-5 font-semibold text-accent-text after:flex-1 after:border-t">
        {children}
      </span>
    </li>
  );
}

const entry = "relative grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-2.5 pb-4 last:pb-0";
const thread =
  "before:absolute before:top-5.5 before:bottom-0.5 before:left-[0.59375rem] before:border-l before:border-line-strong last:before:hidden";
const mark = "mx-auto mt-[0.15625rem] size-[0.9375rem]";

const tones = { usual: "text-ink-faint", bad: "text-late", good: "text-done", ourTurn: "text-attention" } as const;
