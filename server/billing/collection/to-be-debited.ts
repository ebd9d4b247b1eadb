import type { CollectedInvoice } from "./collected-invoice";
import { plan } from "./plan";
import { DEBIT } from "./planned-debit";

/** Whether a direct debit is planned for the invoice or is to be announced, so that no message may ask for the payment. */
export function isDebited(invoice: CollectedInvoice, now: Date): boolean {
  const { debit } = invoice;
  return debit !== null && (debit.part !== null || plan(invoice, now)[0]?.kind === DEBIT);
}
