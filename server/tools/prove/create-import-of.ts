import type { Connection } from "@/db/client";
import type { Actor } from "@/server/actor";
import { createImport } from "@/server/billing/imports/create-import";
import { createInvoices } from "@/server/billing/invoices/create-invoices";
import { newInvoiceFor } from "@/server/testing/new-records";

/** Creates an import with `count` invoices of one line each, at most 1,000. */
export async function createImportOf({ db }: Connection, actor: Actor, companyId: string, count: number): Promise<void> {
  const { id: importId } = await createImport(db, actor, { companyId, title: null, expectedInvoicesCount: null });
  await createInvoices(
    db,
    actor,
    importId,
    Array.from({ length: count }, () => newInvoiceFor(importId)),
  );
}
