import { clsx } from "clsx";

type ButtonVariant = "default" | "primary" | "quiet" | "danger" | "danger-solid";
type ButtonSize = "sm" | "md" | "tall";

export interface ButtonLook {
  /** At most one primary button per view or dialog. Solid danger only for the last step in a dialog. */
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Whether the button is a square with only an icon. It then needs an accessible name. */
  square?: boolean;
}

/** Look of a button, also for links. */
export function buttonClass({ variant = "default", size = "md", square = false }: ButtonLook = {}, more?: string): string {
  return clsx(
    "inline-flex flex-none items-center justify-center gap-1.5 rounded-md border font-medium whitespace-nowrap print:hidden hover:no-underline",
    "aria-disabled:cursor-not-allowed aria-disabled:border-line aria-disabled:bg-sunken aria-disabled:text-ink-faint",
    "disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-ink-faint disabled:[&_.lucide]:text-inherit",
    variants[variant],
    square ? squares[size] : sizes[size],
    more,
  );
}

const variants: Record<ButtonVariant, string> = {
  default: "border-line-strong/55 bg-surface text-ink enabled:hover:bg-hover [a&]:hover:bg-hover [&_.lucide]:text-ink-muted",
  primary:
    "border-accent bg-accent text-accent-ink enabled:hover:border-accent-hover enabled:hover:bg-accent-hover [a&]:hover:border-accent-hover [a&]:hover:bg-accent-hover [&_kbd]:border-accent-ink/45 [&_kbd]:bg-transparent [&_kbd]:text-inherit",
  quiet:
    "border-transparent bg-transparent text-ink-muted enabled:hover:bg-hover enabled:hover:text-ink [a&]:hover:bg-hover [a&]:hover:text-ink disabled:border-transparent disabled:bg-transparent",
  danger: "border-late/55 bg-surface text-late enabled:hover:bg-hover [a&]:hover:bg-hover",
  "danger-solid": "border-late bg-late text-late-ink enabled:hover:opacity-90 [a&]:hover:opacity-90",
};

const sizes: Record<ButtonSize, string> = {
  sm: "h-7 px-2 text-sm max-sm:h-9",
  md: "h-8 px-3 text-sm max-sm:h-10",
  tall: "h-10 px-3 text-sm",
};

const squares: Record<ButtonSize, string> = {
  sm: "size-7 text-sm max-sm:size-9",
  md: "size-8 text-sm max-sm:size-10",
  tall: "size-10 text-sm",
};
