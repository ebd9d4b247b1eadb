import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { imports } from "@/db/schema/imports";
import { invoices } from "@/db/schema/invoices";
import type { Actor } from "@/server/actor";
import { importGate } from "@/server/billing/imports/import-gate";
import { DomainError } from "@/server/errors";
import { transact } from "@/server/platform/transact";
import { whereInvoice } from "./find-invoice";

/**
 * Deletes an invoice that was not transmitted, with everything attached to it. The share lock on its import makes a simultaneous
 * transmission wait, unless that came first. Throws `invalid_invoice_id` and `invoice_already_transmitted`.
 */
export function deleteInvoice(db: Database, actor: Actor, invoiceId: string): Promise<void> {
  return transact(db, actor, async (tx) => {
    const [found] = await tx.select({ importId: invoices.importId }).from(invoices).where(whereInvoice(actor, invoiceId));
    if (!found) throw new DomainError("invalid_invoice_id");

    await tx.execute(sql`select from ${importGate(sql`${found.importId}`, "shared")}`);
    const open = await tx
      .select({ id: imports.id })
      .from(imports)
      .where(and(eq(imports.partnerId, actor.partnerId), eq(imports.id, found.importId), isNull(imports.transmittedAt)))
      .for("share");
    if (open.length === 0) throw new DomainError("invoice_already_transmitted");

    const deleted = await tx.delete(invoices).where(whereInvoice(actor, invoiceId)).returning({ id: invoices.id });
    if (deleted.length === 0) throw new DomainError("invalid_invoice_id");
  });
}
