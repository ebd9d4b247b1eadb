import type { ComponentProps, ReactNode } from "react";
import { classes } from "./classes";

/** On or off, with effect at once. What is only saved with a form is a Checkbox. */
export function Switch({
  label,
  hint,
  className,
  ...rest
}: Omit<ComponentProps<"input">, "type"> & { label: ReactNode; hint?: ReactNode }) {
  return (
    <label className={classes("flex items-start justify-between gap-4 text-sm max-sm:py-2", className)}>
      <span className="min-w-0">
        {label}
        {hint && <span className="block text-xs text-ink-faint">{hint}</span>}
      </span>
      <span className="relative flex h-5 flex-none items-center">
        <input
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a check box says itself whether it is checked.
          role="switch"
          className="peer h-4.5 w-8 appearance-none rounded-full border border-line-strong bg-sunken checked:border-accent checked:bg-accent disabled:border-line forced-colors:appearance-auto after:absolute after:-inset-1 after:content-['']"
          {...rest}
        />
        <span className="pointer-events-none absolute left-0.75 size-3 rounded-full bg-line-strong transition-transform duration-150 peer-checked:translate-x-3.5 peer-checked:bg-accent-ink forced-colors:hidden" />
      </span>
    </label>
  );
}
