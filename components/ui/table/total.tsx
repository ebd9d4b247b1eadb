import type { ReactNode } from "react";
import { classes } from "@/components/ui/page/classes";

/** The figure that all above it adds up to, on its double rule. */
export function Total({ className, children }: { className?: string; children: ReactNode }) {
  return <span className={classes("double-rule", className)}>{children}</span>;
}
