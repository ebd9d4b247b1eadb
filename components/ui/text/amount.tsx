"use client";

import { clsx } from "clsx";
import { formatAmount, formatMoney } from "@/server/domain/formats/money";
import { useRegion } from "./region";

export interface AmountProps {
  /** Integer, in hundredths of the currency. */
  cents: number;
  /** Currency; absent if the column or the label names it. */
  currency?: string;
  /** The company's country, which distinguishes de-DE from de-CH. Absent: taken from the context. */
  country?: string | null;
  className?: string;
}

/** An amount in the reader's format. Zero is grey, and negative amounts are not red. */
export function Amount({ cents, currency, country, className }: AmountProps) {
  const region = useRegion(country);
  return (
    <span className={clsx("whitespace-nowrap", cents === 0 && "text-ink-faint", className)}>
      {currency ? formatMoney(cents, currency, region) : formatAmount(cents, region)}
    </span>
  );
}
