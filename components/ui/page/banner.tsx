import { clsx } from "clsx";
import { CircleAlert, Info, Lock, type LucideIcon, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

export interface BannerProps {
  tone: keyof typeof looks;
  icon?: LucideIcon;
  /** A small button at the right end of the banner. */
  action?: ReactNode;
  /** `alert` interrupts screen readers, `status` waits. Without a role, nothing is announced. */
  role?: "alert" | "status";
  className?: string;
  children: ReactNode;
}

/** A message about the page, or about the form below it. */
export function Banner({ tone, icon, action, role, className, children }: BannerProps) {
  const Icon = icon ?? looks[tone].icon;
  return (
    <div
      role={role}
      className={clsx(
        "flex items-center gap-2.5 px-4 py-2 text-sm forced-colors:border [&_a:not([class])]:font-medium [&_a:not([class])]:text-inherit [&_a:not([class])]:underline",
        looks[tone].className,
        className,
      )}
    >
      <Icon className="mt-0.5 self-start" />
      <div className="min-w-0">{children}</div>
      {action && <div className="ml-auto flex-none">{action}</div>}
    </div>
  );
}

const looks = {
  attention: { icon: TriangleAlert, className: "rounded-md bg-attention-soft text-attention" },
  bad: { icon: CircleAlert, className: "rounded-md bg-late-soft text-late" },
  info: { icon: Info, className: "rounded-md bg-moving-soft text-moving" },
  // For irrevocable acts, and other things to know beforehand.
  quiet: { icon: Lock, className: "rounded-md bg-sunken text-ink-muted" },
  // Across the whole page; cannot be dismissed.
  test: { icon: TriangleAlert, className: "justify-center bg-test font-medium text-test-ink" },
} as const satisfies Record<string, { icon: LucideIcon; className: string }>;
