import type { PossibleInvoice } from "./rank-candidates";

/** An invoice that a payment may be booked on, as shown to a person. */
export interface OfferedInvoice
  extends Pick<PossibleInvoice, "id" | "externalInvoiceNumber" | "invoiceNumber" | "outstandingCents" | "currency" | "customerName"> {
  /** Title of its import, which tells a person what the invoice is for. */
  importTitle: string;
}
