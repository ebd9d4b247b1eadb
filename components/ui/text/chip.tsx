import { clsx } from "clsx";
import {
  Archive,
  ArrowLeftRight,
  CircleDashed,
  ClockAlert,
  type LucideIcon,
  MessageCircleQuestionMark,
  Reply,
  Send,
  Undo2,
} from "lucide-react";
import type { ReactNode } from "react";

export type ChipTone = keyof typeof looks;

export interface ChipProps {
  /**
   * `draft`, `usual`, `inProgress` and `off` describe a state. `attention`: the reader must act. `waiting`: others must. `done`: nobody
   * must. `bad`: something failed or is overdue.
   */
  tone: ChipTone;
  /** Replaces the tone's own icon. */
  icon?: LucideIcon;
  title?: string;
  className?: string;
  children: ReactNode;
}

/** A state, usually one per record. Icon and word suffice to recognise it without colour. */
export function Chip({ tone, icon, title, className, children }: ChipProps) {
  const Icon = icon ?? looks[tone].icon;
  return (
    <span
      title={title}
      className={clsx(
        "inline-flex h-5.5 flex-none items-center gap-1.5 rounded-sm border pr-2 pl-1.5 align-middle text-xs leading-none font-medium whitespace-nowrap",
        looks[tone].className,
        className,
      )}
    >
      <Icon className="size-3.25 stroke-2" />
      {children}
    </span>
  );
}

const looks = {
  draft: { icon: CircleDashed, className: "border-dashed border-line-strong text-ink-muted" },
  // Unobtrusive. Its own icon is for records that were handed over.
  usual: { icon: Send, className: "border-line text-ink-muted" },
  inProgress: { icon: ArrowLeftRight, className: "border-transparent bg-moving-soft text-moving" },
  off: { icon: Undo2, className: "border-transparent bg-waiting-soft text-waiting" },
  attention: { icon: MessageCircleQuestionMark, className: "border-transparent bg-attention-soft text-attention" },
  waiting: { icon: Reply, className: "border-transparent bg-waiting-soft text-waiting" },
  done: { icon: Archive, className: "border-transparent bg-done-soft text-done" },
  bad: { icon: ClockAlert, className: "border-transparent bg-late-soft text-late" },
} as const satisfies Record<string, { icon: LucideIcon; className: string }>;
