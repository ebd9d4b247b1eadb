import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { collections } from "@/db/schema/collections";
import { imports } from "@/db/schema/imports";
import { invoices } from "@/db/schema/invoices";
import { importDueOn } from "@/server/billing/imports/import-due-on";

/**
 * Stores a due day for the invoice, such as `2026-11-20`, if another one applies so far: the invoice's own, or that of the import. The invoice's
 * plan is then looked at again, because the next step may be another one. The caller has locked the invoice.
 */
export async function keepDueDay(tx: Database, of: { partnerId: string; invoiceId: string }, dueOn: string): Promise<void> {
  const ofImport = sql`(select ${importDueOn} from ${imports} where ${imports.partnerId} = ${invoices.partnerId} and ${imports.id} = ${invoices.importId})`;
  const { partnerId, invoiceId } = of;
  const kept = await tx
    .update(invoices)
    .set({ dueOn })
    .where(
      and(eq(invoices.partnerId, partnerId), eq(invoices.id, invoiceId), sql`coalesce(${invoices.dueOn}, ${ofImport}) <> ${dueOn}::date`),
    )
    .returning({ id: invoices.id });
  if (kept.length === 0) return;
  await tx
    .update(collections)
    .set({ nextAt: sql`'-infinity'` })
    .where(and(eq(collections.partnerId, partnerId), eq(collections.invoiceId, invoiceId)));
}

/** Stores the due days of invoices that are paid in instalments, such as `2026-11-20`: the day of the next part, or of all that is left. */
export async function setDueDays(tx: Database, partnerId: string, days: readonly { invoiceId: string; dueOn: string }[]): Promise<void> {
  if (days.length === 0) return;
  const rows = days.map(({ invoiceId: id, dueOn: due_on }) => ({ id, due_on }));
  await tx.execute(sql`
    update invoices i set due_on = d.due_on
    from json_to_recordset(${JSON.stringify(rows)}::json) as d(id text, due_on date)
    where i.partner_id = ${partnerId} and i.id = d.id and i.due_on is distinct from d.due_on`);
}

/** Stores due days for invoices, such as `2026-11-20`, on which they are collected. Leaves invoices with a later due day as they are. */
export async function putOffDueDays(tx: Database, partnerId: string, days: readonly { invoiceId: string; dueOn: string }[]): Promise<void> {
  if (days.length === 0) return;
  const rows = days.map(({ invoiceId: id, dueOn: due_on }) => ({ id, due_on }));
  const ofImport = sql`(select ${importDueOn} from ${imports} where ${imports.partnerId} = i.partner_id and ${imports.id} = i.import_id)`;
  await tx.execute(sql`
    update invoices i set due_on = d.due_on
    from json_to_recordset(${JSON.stringify(rows)}::json) as d(id text, due_on date)
    where i.partner_id = ${partnerId} and i.id = d.id and coalesce(i.due_on, ${ofImport}) < d.due_on`);
}
