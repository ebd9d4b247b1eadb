import type { PossibleInvoice } from "./possible-invoice";

/** An invoice that a payment may be booked on, as shown to a person. */
export interface OfferedInvoice
  extends Pick<PossibleInvoice, "id" | "externalInvoiceNumber" | "invoiceNumber" | "outstandingCents" | "currency" | "customerName"> {
  /** Title of its import, which tells a person what the invoice is for. */
  importTitle: string;
  /** Town, street or number that tells its customer from others of the same name in the list; empty if there are none. */
  apart: string;
}
