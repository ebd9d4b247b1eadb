"use client";

import { clsx } from "clsx";
import { formatAmount, formatMoney } from "@/server/domain/formats/money";
import { useRegion } from "./region";

export interface AmountProps {
  /** Integer, in hundredths of the currency. */
  cents: number;
  /** Currency; absent if the column or the label names it. */
  currency?: string;
  /** Country in whose format to show the amount, such as that of de-CH instead of de-DE. Absent: the country of `InCountry`. */
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
