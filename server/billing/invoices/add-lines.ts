import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type InvoiceLine, invoiceLines } from "@/db/schema/invoice-lines";
import type { Invoice } from "@/db/schema/invoices";
import { newId } from "@/server/platform/id";
import type { Line } from "./invoice";

/** A line to be added to an invoice, with the payment or refund that causes it. */
export type AddedLine = Omit<Line, "id"> & Partial<Pick<InvoiceLine, "paymentId" | "refundId">>;

/**
 * Adds lines to an invoice that the caller has locked. The trigger `invoice_lines_added` (db/rules/invoice_lines.sql) adds their sum to the
 * invoice's total, which makes the invoice due for collection again (`invoices_looked_at_again`). Returns the lines' ids in the same order.
 */
export async function addLines(tx: Database, { partnerId, id }: Pick<Invoice, "partnerId" | "id">, lines: AddedLine[]): Promise<string[]> {
  const rows = rowsOf({ partnerId, id, lines });
  await tx.insert(invoiceLines).values(rows);
  return rows.map((row) => row.id);
}

/** As `addLines`, for several locked invoices with one statement. */
export async function addLinesOfEach(tx: Database, added: readonly AddedLines[]): Promise<void> {
  const rows = added.flatMap(({ partnerId, id: invoiceId, lines }) =>
    lines.map((line, index) => ({ ...line, partnerId, invoiceId, id: newId(), place: index + 1 })),
  );
  if (rows.length === 0) return;
  await tx.execute(sql`
    insert into invoice_lines (partner_id, invoice_id, position, id, type, amount_cents, description, date, payment_method, payment_id, refund_id, added_by)
    select a."partnerId", a."invoiceId", a.place + (
        select max(l.position) from invoice_lines l where l.partner_id = a."partnerId" and l.invoice_id = a."invoiceId"),
      a.id, a.type, a."amountCents", a.description, a.date, a."paymentMethod", a."paymentId", a."refundId", change_actor()
    from json_to_recordset(${JSON.stringify(rows)}::json) a ("partnerId" text, "invoiceId" text, place int, id text, type line_type, "amountCents" bigint,
      description text, date timestamptz, "paymentMethod" payment_method, "paymentId" text, "refundId" text)`);
}

/** New lines of one invoice. */
interface AddedLines extends Pick<Invoice, "partnerId" | "id"> {
  lines: AddedLine[];
}

function rowsOf({ partnerId, id: invoiceId, lines }: AddedLines) {
  const lastPosition = sql`(select max(${invoiceLines.position}) from ${invoiceLines}
    where ${invoiceLines.partnerId} = ${partnerId} and ${invoiceLines.invoiceId} = ${invoiceId})`;
  return lines.map((line, index) => ({
    ...line,
    partnerId,
    invoiceId,
    id: newId(),
    position: sql`${lastPosition} + ${index + 1}`,
    addedBy: sql`change_actor()`,
  }));
}
