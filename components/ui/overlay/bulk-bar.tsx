import type { ReactNode } from "react";

export interface BulkBarProps {
  /** Name of the bar, such as "Selection". */
  name: string;
  /** Number and sum of the selected rows. */
  summary: ReactNode;
  /** Button that selects all that match. */
  more?: ReactNode;
  /** Buttons for the acts. */
  children: ReactNode;
}

/** Acts on the selected rows. Floats at the foot of the list while rows are selected. */
export function BulkBar({ name, summary, more, children }: BulkBarProps) {
  return (
    <section
      aria-label={name}
      className="float-in sticky bottom-4 z-10 mx-auto mt-4 flex w-max max-w-full flex-wrap items-center gap-2 rounded-lg border border-line-strong bg-raised py-2 pr-2 pl-4 text-sm shadow-pop max-sm:bottom-0 max-sm:-mx-4 max-sm:w-auto max-sm:max-w-none max-sm:rounded-none max-sm:border-x-0 max-sm:border-b-0 max-sm:px-4 print:hidden"
    >
      <div role="status">{summary}</div>
      {more}
      <span aria-hidden="true" className="mx-1 h-5 w-px bg-line max-sm:hidden" />
      {children}
    </section>
  );
}
