import { clsx } from "clsx";
import { Search } from "lucide-react";
import type { ComponentProps } from "react";
import { Kbd } from "@/components/ui/text/kbd";
import { inputClass, inputHeight } from "./input-class";

export interface SearchFieldProps extends Omit<ComponentProps<"input">, "type" | "aria-label"> {
  /** What is searched: "Search invoices". The placeholder says by what. */
  name: string;
  /** The key that brings one here. */
  shortcut?: string;
  /** The name under which a form sends it. */
  field?: string;
}

/** Where one types what to look for. */
export function SearchField({ name, shortcut, field, className, ...rest }: SearchFieldProps) {
  return (
    <label
      className={clsx("relative block max-w-120 min-w-0 flex-[1_1_18rem] max-sm:max-w-none max-sm:basis-full print:hidden", className)}
    >
      <Search className="pointer-events-none absolute top-2 left-2.25 text-ink-faint max-sm:top-3" />
      <span className="sr-only">{name}</span>
      <input
        type="search"
        name={field}
        className={clsx(inputClass, inputHeight.md, "px-8 [&::-webkit-search-cancel-button]:appearance-none")}
        aria-keyshortcuts={shortcut}
        autoComplete="off"
        spellCheck={false}
        {...rest}
      />
      {shortcut && <Kbd className="pointer-events-none absolute top-1.75 right-1.75">{shortcut}</Kbd>}
    </label>
  );
}
