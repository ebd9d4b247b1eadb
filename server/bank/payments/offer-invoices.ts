import type { Database } from "@/db/client";
import type { BankTransaction } from "@/db/schema/bank-transactions";
import type { Actor } from "@/server/actor";
import { unbookedCents } from "@/server/billing/payments/unbooked-cents";
import { findCandidates } from "./find-candidates";
import { getTransaction } from "./lock-transaction";
import { findOwnRefunds, isRatherRefund, type OwnRefund } from "./own-refunds";
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

/** A payment of a refund file that the payment on the statement may be. Amount in cents. */
export interface OfferedRefund {
  id: string;
  name: string;
  text: string;
  amountCents: number;
  /** Time at which the file was made. */
  madeAt: Date;
  isSameAccount: boolean;
}

export interface Offers {
  /** Best first. */
  offers: Offer[];
  /** Payments that an outgoing payment may have taken back. */
  returned: ReturnedPayment[];
  /** Refunds of the company's own that this payment may be: that have left, or came back. */
  refunds: OfferedRefund[];
}

/**
 * Returns the offers for the person who decides about a payment; none once all of it is booked, and no invoices for money that is more
 * probably a refund which came back. Throws `invalid_bank_transaction_id`.
 */
export async function offerInvoices(db: Database, actor: Actor, transactionId: string): Promise<Offers> {
  const transaction = await getTransaction(db, actor, transactionId);
  if (transaction.state === "booked") return { offers: [], returned: [], refunds: [] };
  const found = (await findOwnRefunds(db, [transaction])).get(transaction.id) ?? [];
  const refunds = found.flatMap(asOfferedRefund(transaction));
  if (transaction.amountCents < 0) return { offers: [], returned: await findReturned(db, actor, transaction), refunds };
  const leftCents = await unbookedCents(db, transaction);
  // What is booked in part is a customer's.
  const possible = leftCents === transaction.amountCents ? found : [];
  const { candidates } = await findCandidates(db, actor, transaction, leftCents);
  if (isRatherRefund(possible, { candidates })) return { offers: [], returned: [], refunds };
  return {
    refunds: possible.length > 0 ? refunds : [],
    offers: candidates.map(({ parts, reasons }) => ({
      parts: parts.map(({ invoice, amountCents }) => ({ invoice: asOffered(invoice), amountCents })),
      reasons,
    })),
    returned: [],
  };
}

/** Returns refunds that a person can recognise in the payment: incoming money those that have left. */
function asOfferedRefund({ amountCents }: BankTransaction) {
  return ({ item: { id, name, text, status }, madeAt, fit }: OwnRefund): OfferedRefund[] => {
    if (status !== (amountCents < 0 ? "ordered" : "paid")) return [];
    return [{ id, name, text, amountCents: Math.abs(amountCents), madeAt, isSameAccount: fit.by === "account" }];
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
