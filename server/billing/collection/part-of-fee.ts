import { sumOf } from "@/server/domain/rules/account";
import type { CollectedInvoice } from "./collected-invoice";
import { owedUnderFeeCents } from "./counted-claim";

/** Part of the amount due that avoids the coming late-payment fee, and the rest, which was billed since a reminder named the fee. In cents. */
export interface PartOfFee {
  owedCents: number;
  addedCents: number;
}

/** Returns the part of the amount due that avoids the coming late-payment fee; null if that is all of it. */
export function partOfFee(invoice: Pick<CollectedInvoice, "lines" | "messages">): PartOfFee | null {
  const owedCents = owedUnderFeeCents(invoice);
  const addedCents = sumOf(invoice.lines) - owedCents;
  return addedCents === 0 ? null : { owedCents, addedCents };
}
