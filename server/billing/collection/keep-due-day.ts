import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { imports } from "@/db/schema/imports";
import { invoices } from "@/db/schema/invoices";
import { importDueOn } from "@/server/billing/imports/import-due-on";

/** Stores a due day for the invoice, such as `2026-11-20`, if it differs from the import's because the customer is first asked late. */
export async function keepDueDay(tx: Database, of: { partnerId: string; invoiceId: string }, dueOn: string): Promise<void> {
  const ofImport = sql`(select ${importDueOn} from ${imports} where ${imports.partnerId} = ${invoices.partnerId} and ${imports.id} = ${invoices.importId})`;
  await tx
    .update(invoices)
    .set({ dueOn })
    .where(
      and(
        eq(invoices.partnerId, of.partnerId),
        eq(invoices.id, of.invoiceId),
        sql`coalesce(${invoices.dueOn}, ${ofImport}) <> ${dueOn}::date`,
      ),
    );
}
