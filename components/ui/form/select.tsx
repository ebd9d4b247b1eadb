import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { inputClass, inputHeight } from "./input-class";

/** The browser's own select, which works as people expect by keyboard, on phones and with screen readers. */
export function Select({ className, height = "md", ...rest }: ComponentProps<"select"> & { height?: keyof typeof inputHeight }) {
  return (
    <span className={clsx("relative grid", className)}>
      <select className={clsx(inputClass, inputHeight[height], "appearance-none truncate pr-8 forced-colors:appearance-auto")} {...rest} />
      <ChevronDown className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 text-ink-faint forced-colors:hidden" />
    </span>
  );
}
