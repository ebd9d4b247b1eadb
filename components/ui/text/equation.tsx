import type { ReactNode } from "react";
import { Total } from "@/components/ui/table/total";

/** Billed + fees − paid − credited = outstanding. On a phone the terms are one below another. */
export function Equation({ children }: { children: ReactNode }) {
  return (
    <dl className="flex flex-wrap items-stretch gap-x-6 gap-y-3 pb-2 max-sm:grid max-sm:gap-0 print:flex print:gap-x-6">{children}</dl>
  );
}

export function EquationTerm({ label, sign, children }: { label: ReactNode; sign?: "+" | "−"; children: ReactNode }) {
  return (
    <div className="grid gap-1 max-sm:flex max-sm:items-baseline max-sm:justify-between print:grid">
      <dt className="text-xs text-ink-faint max-sm:text-sm">{label}</dt>
      <dd className="text-md leading-9 max-sm:leading-8">
        {sign && <span className="mr-2 text-ink-faint">{sign}</span>}
        {children}
      </dd>
    </div>
  );
}

export function EquationResult({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="grid gap-1 max-sm:flex max-sm:items-baseline max-sm:justify-between max-sm:border-t max-sm:border-ink max-sm:pt-2 print:grid print:border-0 print:pt-0">
      <dt className="text-xs text-ink-faint max-sm:text-sm">{label}</dt>
      <dd className="text-xl leading-9 font-semibold tracking-[-0.02em] max-sm:leading-8">
        <span className="mr-2 align-[0.125em] text-md font-normal tracking-normal text-ink-faint max-sm:hidden print:inline">=</span>
        <Total>{children}</Total>
      </dd>
    </div>
  );
}
