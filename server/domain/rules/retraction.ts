import type { Account } from "./account";

/** Sums that determine the credits of a retraction, in cents. */
export type RetractedAccount = Pick<Account, "billedCents" | "feesCents" | "creditedCents" | "outstandingCents" | "outstandingFeesCents">;

/**
 * Returns the amounts of a retraction's CREDIT-LINEs, in cents. The outstanding amount is credited, and outstanding fees by a separate
 * line. An invoice with charges below 0 is cancelled by one positive line. An overpayment is not credited: it stays owed to the customer.
 */
export function creditsOf(account: RetractedAccount): number[] {
  const { outstandingCents, outstandingFeesCents } = account;
  const chargedCents = account.billedCents + account.feesCents - account.creditedCents;
  if (outstandingCents <= 0) return chargedCents < 0 ? [-chargedCents] : [];
  const onFeesCents = Math.min(Math.max(outstandingFeesCents, 0), outstandingCents);
  return [onFeesCents, outstandingCents - onFeesCents].filter((cents) => cents > 0).map((cents) => -cents);
}

/** Returns the amount by which a retraction lowers the outstanding amount, in cents. Below 0, it raises it. */
export function creditedBy(account: RetractedAccount): number {
  return creditsOf(account).reduce((total, cents) => total - cents, 0);
}
