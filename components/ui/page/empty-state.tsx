import { clsx } from "clsx";
import { CircleAlert, Inbox, ListFilter, Lock, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

export interface EmptyStateProps {
  /**
   * `nothing-yet`: offers one primary act. `no-match`: offers to clear the filters. `not-allowed`: names whom to ask. `trouble`:
   * the content could not be loaded.
   */
  kind: keyof typeof icons;
  icon?: LucideIcon;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  /** For support: the error's code. */
  code?: string;
  /** Whether to leave out the lines above and below, because something else frames it. */
  bare?: boolean;
  className?: string;
}

/** Explains why there is nothing here, and what the reader can do. */
export function EmptyState({ kind, icon, title, children, action, code, bare = false, className }: EmptyStateProps) {
  const Icon = icon ?? icons[kind];
  return (
    <div
      role={kind === "trouble" ? "alert" : undefined}
      className={clsx(
        "grid min-w-0 content-start justify-items-start gap-2",
        bare ? "py-6" : "border-y border-line-strong py-8",
        className,
      )}
    >
      <Icon className="size-5 text-ink-faint" />
      {/* Second level, because in an empty page this heading directly follows the page's own. */}
      <h2 className="text-sm">{title}</h2>
      {children && <div className="max-w-[34ch] text-sm text-ink-muted">{children}</div>}
      {action && <div className="mt-1 flex flex-wrap gap-2">{action}</div>}
      {code && <code className="text-xs text-ink-faint">{code}</code>}
    </div>
  );
}

const icons = {
  "nothing-yet": Inbox,
  "no-match": ListFilter,
  "not-allowed": Lock,
  trouble: CircleAlert,
} as const satisfies Record<string, LucideIcon>;
