import { and, asc, eq, gt } from "drizzle-orm";
import type { Database } from "@/db/client";
import { invoices } from "@/db/schema/invoices";
import { type Actor, visibleTo } from "@/server/actor";
import { requireImport } from "@/server/billing/imports/find-import";
import { invoiceDetails } from "./find-invoice";
import type { InvoiceDetails } from "./invoice";

export interface InvoicesOfImport {
  invoices: InvoiceDetails[];
  hasMore: boolean;
}

interface Part {
  afterNumber: number;
  pageSize: number;
}

/**
 * Lists the invoices of an import that were recorded after the invoice with the number `afterNumber`, in recorded order, with everything
 * attached to them. Throws `invalid_import_id`.
 */
export async function listInvoicesOfImport(
  db: Database,
  actor: Actor,
  importId: string,
  { afterNumber, pageSize }: Part,
): Promise<InvoicesOfImport> {
  const found = await invoicesOfImportStatement(db, actor, importId, { afterNumber, pageSize });
  if (found.length === 0) await requireImport(db, actor, importId);
  return { invoices: found.slice(0, pageSize), hasMore: found.length > pageSize };
}

/** Selects one row more than the page size, which shows whether another page follows. */
export function invoicesOfImportStatement(db: Database, actor: Actor, importId: string, { afterNumber, pageSize }: Part) {
  return db
    .select(invoiceDetails)
    .from(invoices)
    .where(and(visibleTo(actor, invoices), eq(invoices.importId, importId), gt(invoices.invoiceNumber, afterNumber)))
    .orderBy(asc(invoices.invoiceNumber))
    .limit(pageSize + 1);
}
