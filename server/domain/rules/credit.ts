import type { Account } from "./account";

/** Returns the most that staff can credit, in cents: charged less credited, whether paid or not. */
export function creditableCents({
  billedCents,
  feesCents,
  creditedCents,
}: Pick<Account, "billedCents" | "feesCents" | "creditedCents">): number {
  return Math.max(billedCents + feesCents - creditedCents, 0);
}
