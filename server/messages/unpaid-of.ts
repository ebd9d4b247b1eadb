import type { CollectedInvoice } from "@/server/billing/collection/collected-invoice";
import { withoutTakenBack } from "@/server/domain/rules/account";
import { unpaidFeeCents } from "@/server/domain/rules/unpaid-fees";

export const LATE_FEE = "LATE-PAYMENT-FEE-LINE";
export const RETURN_FEE = "CHARGEBACK-FEE-LINE";
export type Fee = typeof LATE_FEE | typeof RETURN_FEE;

/** Returns the part of the fees of a type that was neither paid nor credited, in cents. A fee that a returned payment had paid is unpaid. */
export function unpaidOf({ lines }: Pick<CollectedInvoice, "lines">, fee: Fee): number {
  return unpaidFeeCents(withoutTakenBack(lines), fee);
}
