import { clsx } from "clsx";
import type { ReactNode } from "react";

interface Segment<Value extends string> {
  value: Value;
  /** Label; may contain an icon before the text and a Kbd after it. */
  label: ReactNode;
}

export interface SegmentedProps<Value extends string> {
  /** Name of the choice: "Show as". */
  name: string;
  value: Value;
  segments: Segment<Value>[];
  onChange: (value: Value) => void;
  className?: string;
}

/** A choice between a few options, such as plot or table. */
export function Segmented<Value extends string>({ name, value, segments, onChange, className }: SegmentedProps<Value>) {
  return (
    <fieldset className={clsx("inline-flex min-w-0 rounded-md border border-line bg-sunken p-0.5 print:hidden", className)}>
      <legend className="sr-only">{name}</legend>
      {segments.map((segment) => (
        <button
          key={segment.value}
          type="button"
          aria-pressed={segment.value === value}
          onClick={() => onChange(segment.value)}
          className={clsx(
            "inline-flex h-6.5 items-center gap-1.5 rounded-sm px-2.5 text-sm whitespace-nowrap max-sm:h-8",
            segment.value === value
              ? "bg-surface font-medium text-ink outline-line not-focus-visible:outline-1"
              : "text-ink-muted hover:text-ink",
          )}
        >
          {segment.label}
        </button>
      ))}
    </fieldset>
  );
}
