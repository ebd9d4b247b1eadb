import { type Invoice, invoiceColumns } from "@/db/schema/invoices";
import { versionOf } from "@/server/platform/row-version";

const {
  amountTotalCents,
  amountBilledCents,
  retractedAt,
  retractionReason,
  showRetractionReasonToCustomer,
  creditNoteNumber,
  erasedAt,
  ...edited
} = invoiceColumns;

/**
 * Returns the version of the fields that a person edits. Payments and retractions do not change the version, so an edit is not refused
 * because of them. Uses no other columns, because the caller may have the invoice with or without its lines.
 */
export function recipientVersion(invoice: Invoice): string {
  const names = Object.keys(edited) as (keyof typeof edited)[];
  return versionOf(Object.fromEntries(names.map((name) => [name, invoice[name]])));
}
