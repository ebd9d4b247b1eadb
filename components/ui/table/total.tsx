import { clsx } from "clsx";
import type { ReactNode } from "react";

/** The figure that everything above adds up to, on its double rule. */
export function Total({ className, children }: { className?: string; children: ReactNode }) {
  return <span className={clsx("double-rule", className)}>{children}</span>;
}
