import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { isOneOf } from "@/db/array-text";
import type { Database } from "@/db/client";
import { listOf } from "@/db/json-list";
import { prepared } from "@/db/prepared";
import { invoiceLines } from "@/db/schema/invoice-lines";
import { type Invoice, invoiceColumns, invoices } from "@/db/schema/invoices";
import { messages } from "@/db/schema/messages";
import { tickets } from "@/db/schema/tickets";
import { type Actor, askingAbout, visibleTo, visibleToAsker, visibleValues } from "@/server/actor";
import { DomainError } from "@/server/errors";
import type { InvoiceDetails, Line } from "./invoice";

/** Returns an invoice with its lines, messages and tickets, in one statement. Throws `invalid_invoice_id`. */
export async function getInvoice(db: Database, actor: Actor, invoiceId: string): Promise<InvoiceDetails> {
  const [found] = await detailsById(db).execute(invoiceAskedFor(actor, invoiceId));
  if (!found) throw new DomainError("invalid_invoice_id");
  return found;
}

/** Returns only the lines of an invoice. Throws `invalid_invoice_id`. */
export async function getInvoiceLines(
  db: Database,
  actor: Actor,
  invoiceId: string,
): Promise<Pick<InvoiceDetails, "id" | "importId" | "amountTotalCents" | "lines">> {
  const [found] = await linesById(db).execute(invoiceAskedFor(actor, invoiceId));
  if (!found) throw new DomainError("invalid_invoice_id");
  return found;
}

/** Throws `invalid_invoice_id` unless the actor may see the invoice. */
export async function requireInvoice(db: Database, actor: Actor, invoiceId: string): Promise<void> {
  const found = await db.select({ id: invoices.id }).from(invoices).where(whereInvoice(actor, invoiceId));
  if (found.length === 0) throw new DomainError("invalid_invoice_id");
}

/** Returns an invoice, locked until the transaction ends. Throws `invalid_invoice_id`. */
export async function lockInvoice(db: Database, actor: Actor, invoiceId: string): Promise<Invoice> {
  const [invoice] = await db.select(invoiceColumns).from(invoices).where(whereInvoice(actor, invoiceId)).for("update");
  if (!invoice) throw new DomainError("invalid_invoice_id");
  return invoice;
}

/** Locks invoices in the order of their ids, until the transaction ends, and returns them by id. Leaves out those that the actor may not see. */
export async function lockInvoices(db: Database, actor: Actor, invoiceIds: readonly string[]): Promise<Map<string, Invoice>> {
  const ids = [...new Set(invoiceIds)];
  if (ids.length === 0) return new Map();
  const locked = await db
    .select(invoiceColumns)
    .from(invoices)
    .where(and(visibleTo(actor, invoices), isOneOf(invoices.id, ids)))
    .orderBy(asc(invoices.id))
    .for("update");
  return new Map(locked.map((invoice) => [invoice.id, invoice]));
}

/** Condition: the row is this invoice, and the actor may see it. */
export function whereInvoice(actor: Actor, invoiceId: string): SQL | undefined {
  return and(visibleTo(askingAbout(actor, invoiceId), invoices), eq(invoices.id, invoiceId));
}

/** Parameters of `isInvoiceAskedFor`. */
export function invoiceAskedFor(actor: Actor, invoiceId: string) {
  return { ...visibleValues(askingAbout(actor, invoiceId)), invoiceId };
}

/** `whereInvoice` for a statement that is prepared once for all actors. */
export const isInvoiceAskedFor = and(visibleToAsker(invoices), eq(invoices.id, sql.placeholder("invoiceId")));

const linesOfInvoice = listOf<Line, "date">(
  sql`select ${invoiceLines.id}, ${invoiceLines.type}, ${invoiceLines.amountCents} as "amountCents", ${invoiceLines.description},
      ${invoiceLines.date}, ${invoiceLines.paymentMethod} as "paymentMethod"
    from ${invoiceLines} where ${invoiceLines.partnerId} = ${invoices.partnerId} and ${invoiceLines.invoiceId} = ${invoices.id}
    order by ${invoiceLines.position}`,
  "date",
);

const messagesOfInvoice = listOf<InvoiceDetails["messages"][number], "createdAt">(
  sql`select ${messages.id}, ${messages.type}, ${messages.description}, ${messages.createdAt} as "createdAt"
    from ${messages} where ${messages.partnerId} = ${invoices.partnerId} and ${messages.invoiceId} = ${invoices.id}
    order by ${messages.recordedOrder}`,
  "createdAt",
);

const ticketsOfInvoice = listOf<InvoiceDetails["tickets"][number], "createdAt">(
  sql`select ${tickets.id}, ${tickets.message}, ${tickets.sender}, ${tickets.createdAt} as "createdAt"
    from ${tickets} where ${tickets.partnerId} = ${invoices.partnerId} and ${tickets.invoiceId} = ${invoices.id}
    order by ${tickets.recordedOrder}`,
  "createdAt",
);

/** Columns of an invoice, with everything attached to it. */
export const invoiceDetails = { ...invoiceColumns, lines: linesOfInvoice, messages: messagesOfInvoice, tickets: ticketsOfInvoice };

const detailsById = prepared((db) => db.select(invoiceDetails).from(invoices).where(isInvoiceAskedFor).prepare("get_invoice"));

const linesById = prepared((db) =>
  db
    .select({ id: invoices.id, importId: invoices.importId, amountTotalCents: invoices.amountTotalCents, lines: linesOfInvoice })
    .from(invoices)
    .where(isInvoiceAskedFor)
    .prepare("get_invoice_lines"),
);
