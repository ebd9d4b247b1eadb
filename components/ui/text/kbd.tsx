import { clsx } from "clsx";

/** A key to press. Hidden on phones, which have no keys. */
export function Kbd({ children, className }: { children: string; className?: string }) {
  return (
    <kbd
      className={clsx(
        "inline-grid h-4.5 min-w-4.5 place-items-center rounded-sm border border-line bg-surface px-1 font-sans text-[0.6875rem] leading-none font-medium text-ink-faint max-sm:hidden print:hidden",
        className,
      )}
    >
      {children}
    </kbd>
  );
}
