import type { Account } from "./account";

/** What staff can credit at most, in cents: what was charged less what was credited, whether it is paid or not. */
export function creditableCents({
  billedCents,
  feesCents,
  creditedCents,
}: Pick<Account, "billedCents" | "feesCents" | "creditedCents">): number {
  return Math.max(billedCents + feesCents - creditedCents, 0);
}
