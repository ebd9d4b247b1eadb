import { type Invoice, invoiceColumns } from "@/db/schema/invoices";
import { versionOf } from "@/server/platform/row-version";

const { amountTotalCents, amountBilledCents, retractedAt, retractionReason, showRetractionReasonToCustomer, creditNoteNumber, ...edited } =
  invoiceColumns;

/**
 * Of what a person edits; payments and retractions, which happen meanwhile, are no reason to refuse an address. Of these columns alone, because
 * whoever asks may have the invoice with its lines or without.
 */
export function recipientVersion(invoice: Invoice): string {
  const names = Object.keys(edited) as (keyof typeof edited)[];
  return versionOf(Object.fromEntries(names.map((name) => [name, invoice[name]])));
}
