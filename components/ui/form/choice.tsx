import { clsx } from "clsx";
import type { ReactNode } from "react";

/** A checkbox or radio with its label. Pressing the label also selects it. */
export function Choice({
  label,
  hint,
  className,
  children,
}: {
  label?: ReactNode;
  hint?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  if (!label) return children;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is among the children.
    <label className={clsx("flex items-start gap-2 text-sm max-sm:py-2", className)}>
      <span className="flex h-5 items-center">{children}</span>
      <span className="min-w-0">
        {label}
        {hint && <span className="block text-xs text-ink-faint">{hint}</span>}
      </span>
    </label>
  );
}
