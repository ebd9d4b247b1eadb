import { type FeePayer, lateFeeCents } from "./late-fee-rules";

/** An invoice that a reminder asks for. */
export interface FeeClaim {
  payer: FeePayer;
  /** In cents. */
  owedCents: number;
}

/**
 * Returns the one fee for the claims of a reminder, in cents: the fee in the settings, but at most what the law allows on their sum. If
 * customers of one payer differ, such as a consumer and an organisation, the lowest maximum applies.
 */
export function sharedLateFeeCents(wantedCents: number, claims: readonly FeeClaim[]): number {
  const owedCents = claims.reduce((sum, claim) => sum + claim.owedCents, 0);
  return Math.min(...claims.map(({ payer }) => lateFeeCents(wantedCents, payer, owedCents)));
}
