"use client";

import { clsx } from "clsx";
import { formatAmount, formatMoney } from "@/server/domain/money";
import { useRegion } from "./region";

export interface AmountProps {
  /** Integer, in hundredths of the currency. */
  cents: number;
  /** Left out where the column or the label names it. */
  currency?: string;
  /** The company's country, which decides between de-DE and de-CH. Left out: the one around. */
  country?: string | null;
  className?: string;
}

/** An amount in the reader's spelling. Nothing at all is grey; less than nothing is not red. */
export function Amount({ cents, currency, country, className }: AmountProps) {
  const region = useRegion(country);
  return (
    <span className={clsx("whitespace-nowrap", cents === 0 && "text-ink-faint", className)}>
      {currency ? formatMoney(cents, currency, region) : formatAmount(cents, region)}
    </span>
  );
}
