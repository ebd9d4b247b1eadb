import type { Database } from "@/db/client";
import type { Actor } from "@/server/actor";
import { unbookedCents } from "@/server/billing/payments/unbooked-cents";
import { findCandidates } from "./find-candidates";
import { getTransaction } from "./lock-transaction";
import type { MatchReason, PossibleInvoice } from "./rank-candidates";
import { findReturned, type ReturnedPayment } from "./take-payment-back";

/** An invoice that a payment may be booked on, as shown to a person. */
export type OfferedInvoice = Pick<
  PossibleInvoice,
  "id" | "externalInvoiceNumber" | "invoiceNumber" | "outstandingCents" | "currency" | "customerName"
>;

/** Invoices that a payment may be for, and the reasons for and against. Amounts in cents. */
export interface Offer {
  parts: { invoice: OfferedInvoice; amountCents: number }[];
  reasons: MatchReason[];
}

export interface Offers {
  /** Best first. */
  offers: Offer[];
  /** Payments that an outgoing payment may have taken back. */
  returned: ReturnedPayment[];
}

/** Returns the offers for the person who decides about a payment; none once all of it is booked. Throws `invalid_bank_transaction_id`. */
export async function offerInvoices(db: Database, actor: Actor, transactionId: string): Promise<Offers> {
  const transaction = await getTransaction(db, actor, transactionId);
  if (transaction.state === "booked") return { offers: [], returned: [] };
  if (transaction.amountCents < 0) return { offers: [], returned: await findReturned(db, actor, transaction) };
  const { candidates } = await findCandidates(db, actor, transaction, await unbookedCents(db, transaction));
  return {
    offers: candidates.map(({ parts, reasons }) => ({
      parts: parts.map(({ invoice, amountCents }) => ({ invoice: asOffered(invoice), amountCents })),
      reasons,
    })),
    returned: [],
  };
}

function asOffered({
  id,
  externalInvoiceNumber,
  invoiceNumber,
  outstandingCents,
  currency,
  customerName,
}: PossibleInvoice): OfferedInvoice {
  return { id, externalInvoiceNumber, invoiceNumber, outstandingCents, currency, customerName };
}
