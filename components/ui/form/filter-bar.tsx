import type { ReactNode } from "react";

/** The row of filters under the tabs. On a phone it scrolls sideways, to keep the list visible. */
export function FilterBar({ name, children }: { name: string; children: ReactNode }) {
  return (
    <fieldset className="-mt-px min-w-0 border-t border-line max-sm:-mx-4 print:hidden">
      <legend className="sr-only">{name}</legend>
      <div className="flex flex-wrap items-center gap-2 py-3 max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:px-4 max-sm:[scrollbar-width:none]">
        {children}
      </div>
    </fieldset>
  );
}
