import { clsx } from "clsx";
import { Search, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentProps, useId } from "react";
import { Kbd } from "@/components/ui/text/kbd";
import { inputClass, inputHeight } from "./input-class";

export interface SearchFieldProps extends Omit<ComponentProps<"input">, "type" | "aria-label"> {
  /** Name of the search, such as "Search invoices". The placeholder names the fields that are searched. */
  name: string;
  /** Key that focuses the field. */
  shortcut?: string;
  /** `name` of the input, if a form sends it. */
  field?: string;
  /** Empties the field. Without it, the field has no button for that. */
  onClear?: () => void;
}

/** A field for search text. */
export function SearchField({ name, shortcut, field, onClear, className, ...rest }: SearchFieldProps) {
  const say = useTranslations("ui");
  const id = useId();
  const canClear = onClear && rest.value !== "";
  return (
    <div className={clsx("relative block max-w-120 min-w-0 flex-[1_1_18rem] max-sm:max-w-none max-sm:basis-full print:hidden", className)}>
      <Search className="pointer-events-none absolute top-2 left-2.25 text-ink-faint max-sm:top-3" />
      <label htmlFor={id} className="sr-only">
        {name}
      </label>
      <input
        id={id}
        type="search"
        name={field}
        className={clsx(inputClass, inputHeight.md, "px-8 [&::-webkit-search-cancel-button]:appearance-none")}
        aria-keyshortcuts={shortcut}
        autoComplete="off"
        spellCheck={false}
        {...rest}
      />
      {canClear ? (
        <button
          type="button"
          aria-label={say("clearSearch")}
          onClick={onClear}
          className="absolute top-1 right-1 grid size-6 cursor-pointer place-items-center rounded-sm text-ink-faint hover:text-ink max-sm:top-0 max-sm:right-0 max-sm:size-11"
        >
          <X className="size-3.5" />
        </button>
      ) : (
        shortcut && <Kbd className="pointer-events-none absolute top-1.75 right-1.75">{shortcut}</Kbd>
      )}
    </div>
  );
}
