import type { Account } from "./account";

/** Returns the maximum that staff can credit, in cents: charged minus credited, whether paid or not. */
export function creditableCents({
  billedCents,
  feesCents,
  creditedCents,
}: Pick<Account, "billedCents" | "feesCents" | "creditedCents">): number {
  return Math.max(billedCents + feesCents - creditedCents, 0);
}
