import { clsx } from "clsx";
import type { ReactNode } from "react";

/** The sum of everything above, with its double rule. */
export function Total({ className, children }: { className?: string; children: ReactNode }) {
  return <span className={clsx("double-rule", className)}>{children}</span>;
}
