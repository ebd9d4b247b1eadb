import { type Invoice, invoiceColumns } from "@/db/schema/invoices";
import { versionOf } from "@/server/platform/row-version";

const {
  amountTotalCents,
  amountBilledCents,
  dueOn,
  retractedAt,
  retractionReason,
  showRetractionReasonToCustomer,
  creditNoteNumber,
  erasedAt,
  ...edited
} = invoiceColumns;

/**
 * Returns the version of an invoice for a person who edits its recipient. Leaves out the columns that payments, pauses, retractions and erasure
 * change, so that no edit is refused because of these. Uses columns alone, because the caller may have the invoice with or without its lines.
 */
export function recipientVersion(invoice: Invoice): string {
  const names = Object.keys(edited) as (keyof typeof edited)[];
  return versionOf(Object.fromEntries(names.map((name) => [name, invoice[name]])));
}
