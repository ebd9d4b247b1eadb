import { accountOf, sumOf } from "@/server/domain/rules/account";
import { feeNamedAt } from "@/server/domain/rules/late-fee";
import { billedSinceCents } from "@/server/domain/rules/overdue-part";
import type { CollectedInvoice } from "./collected-invoice";

/**
 * Returns what is left of the amount that the first reminder with the late-payment fee asked for, in cents: an amount billed since then has no
 * part in the fee, and payments count towards earlier amounts first (decision 0171). Before such a reminder, all that is owed.
 */
export function owedUnderFeeCents({ lines, messages }: Pick<CollectedInvoice, "lines" | "messages">): number {
  return owedOf(lines, whenFeeWasNamed({ messages }));
}

/** Returns when a reminder that was not lost first named the late-payment fee; undefined if none did. */
export function whenFeeWasNamed({ messages }: Pick<CollectedInvoice, "messages">): Date | undefined {
  return feeNamedAt(messages.filter(({ fate }) => fate !== "lost"));
}

/**
 * Returns the part of an invoice that counts towards the maximum of a late-payment fee, in cents: what is owed of the amounts until `namedAt`, when
 * a reminder named the fee. Returns 0 if no more is owed than the amount of its fees: there is no fee for fees.
 */
export function countedCents(lines: CollectedInvoice["lines"], namedAt: Date | undefined): number {
  const owedCents = owedOf(lines, namedAt);
  // Paid fees as well: a payment pays fees first, so that other amounts are owed in their place.
  return owedCents > accountOf(lines).feesCents ? Math.max(owedCents, 0) : 0;
}

function owedOf(lines: CollectedInvoice["lines"], namedAt: Date | undefined): number {
  return sumOf(lines) - billedSinceCents(lines, namedAt);
}
