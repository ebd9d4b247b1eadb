import { and, eq, isNotNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { imports } from "@/db/schema/imports";
import { invoices } from "@/db/schema/invoices";
import { type Actor, visibleTo } from "@/server/actor";
import type { PaymentReference } from "@/server/domain/banking/payment-reference";
import { findTransferTarget } from "./describe-transfer";

/**
 * Returns the reference by which an invoice is paid by transfer, even if nothing is outstanding, so that staff can compare it with a statement.
 * Null before transmission, and if no transfers are offered, because the customer does not get the reference then.
 */
export async function findReference(db: Database, actor: Actor, invoiceId: string): Promise<PaymentReference | null> {
  const [invoice] = await db
    .select({ importId: invoices.importId, invoiceNumber: invoices.invoiceNumber })
    .from(invoices)
    .innerJoin(imports, and(eq(imports.partnerId, invoices.partnerId), eq(imports.id, invoices.importId)))
    .where(and(visibleTo(actor, invoices), eq(invoices.id, invoiceId), isNotNull(imports.transmittedAt)));
  const target = invoice && (await findTransferTarget(db, actor, invoice));
  return target?.reference ?? null;
}
