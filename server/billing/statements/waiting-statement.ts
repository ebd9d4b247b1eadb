import { and, eq, isNull } from "drizzle-orm";
import { bankStatements } from "@/db/schema/bank-statements";
import { type StatementWaitReason, statementWaits } from "@/db/schema/statement-waits";

/** A statement that waits to be accepted, and the balance that it contradicts. Amounts in cents. */
export interface WaitingStatement {
  statementId: string;
  because: StatementWaitReason;
  currency: string;
  openingCents: number | null;
  closingCents: number;
  closingOn: string;
}

/** Joins to a bank statement why it waits, if it does. */
export const whereWaits = and(
  eq(statementWaits.partnerId, bankStatements.partnerId),
  eq(statementWaits.statementId, bankStatements.id),
  isNull(statementWaits.acceptedAt),
);

/** Columns for `asWaiting`. */
export const waitColumns = {
  statementId: statementWaits.statementId,
  because: statementWaits.because,
  currency: bankStatements.currency,
  openingCents: bankStatements.openingCents,
  closingCents: statementWaits.closingCents,
  closingOn: statementWaits.closingOn,
};

type Selected = { [Column in keyof WaitingStatement]: WaitingStatement[Column] | null };

export function asWaiting({ statementId, because, currency, openingCents, closingCents, closingOn }: Selected): WaitingStatement | null {
  if (statementId === null || because === null || currency === null || closingCents === null || closingOn === null) return null;
  return { statementId, because, currency, openingCents, closingCents, closingOn };
}
