import { clsx } from "clsx";
import { CircleCheck, Clock, ClockAlert, type LucideIcon, MessageCircleQuestionMark, SquarePen } from "lucide-react";
import type { ReactNode } from "react";

type FactTone = keyof typeof looks;

export interface FactProps {
  /**
   * paid: good and finished. overdue: too late. due: not yet too late. neutral: neither good nor bad. ourTurn: the reader must act.
   * inProgress: under way. none: of no importance now.
   */
  tone: FactTone;
  /** Replaces the tone's own icon. */
  icon?: LucideIcon;
  small?: boolean;
  title?: string;
  className?: string;
  children: ReactNode;
}

/** A fact: an icon and a word, without a box. For a state, use Chip. */
export function Fact({ tone, icon, small = false, title, className, children }: FactProps) {
  const Icon = icon ?? looks[tone].icon;
  return (
    <span
      title={title}
      className={clsx(
        "inline-flex items-center gap-1.5 align-top whitespace-nowrap",
        small ? "text-xs" : "text-sm",
        looks[tone].className,
        className,
      )}
    >
      {Icon && <Icon className="size-3.5 stroke-2" />}
      {children}
    </span>
  );
}

const looks = {
  paid: { icon: CircleCheck, className: "text-done" },
  overdue: { icon: ClockAlert, className: "text-late" },
  due: { icon: Clock, className: "text-ink-muted" },
  neutral: { icon: null, className: "text-ink-muted" },
  ourTurn: { icon: MessageCircleQuestionMark, className: "text-attention" },
  inProgress: { icon: SquarePen, className: "text-moving" },
  none: { icon: null, className: "text-ink-faint" },
} as const satisfies Record<string, { icon: LucideIcon | null; className: string }>;
