import { and, asc, desc, eq, getTableColumns, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { importSettings } from "@/db/schema/collection-settings";
import { type InstalmentPlan, instalmentPlans } from "@/db/schema/instalment-plans";
import { invoiceLines } from "@/db/schema/invoice-lines";
import { type Invoice, invoices } from "@/db/schema/invoices";
import { payments } from "@/db/schema/payments";
import type { AgreedPlan, PaidLine } from "@/server/domain/rules/instalment-account";

/** A plan, and the lines of its invoice. */
export type FoundPlan = InstalmentPlan & AgreedPlan & { lines: (PaidLine & { paymentId: string | null })[] };

/** Returns the newest plan of an invoice, also if it has ended, and the invoice's lines in recorded order; undefined without one. */
export async function findPlan(db: Database, { partnerId, id }: Pick<Invoice, "partnerId" | "id">): Promise<FoundPlan | undefined> {
  const [plan] = await db
    .select({ ...getTableColumns(instalmentPlans), dueDays: importSettings.dueDays })
    .from(instalmentPlans)
    .innerJoin(invoices, and(eq(invoices.partnerId, instalmentPlans.partnerId), eq(invoices.id, instalmentPlans.invoiceId)))
    .innerJoin(importSettings, and(eq(importSettings.partnerId, invoices.partnerId), eq(importSettings.importId, invoices.importId)))
    .where(and(eq(instalmentPlans.partnerId, partnerId), eq(instalmentPlans.invoiceId, id)))
    .orderBy(desc(instalmentPlans.agreedAt), desc(instalmentPlans.id))
    .limit(1);
  if (!plan) return undefined;
  const { type, amountCents, date, paymentId, position } = invoiceLines;
  const isUndone = sql<boolean>`coalesce(${type} = 'CHARGEBACK-LINE' and ${payments.undoneBy} is not null, false)`;
  const lines = await db
    .select({ type, amountCents, date, paymentId, isUndone, method: payments.method })
    .from(invoiceLines)
    .leftJoin(payments, and(eq(payments.partnerId, invoiceLines.partnerId), eq(payments.id, paymentId)))
    .where(and(eq(invoiceLines.partnerId, partnerId), eq(invoiceLines.invoiceId, id)))
    .orderBy(asc(position));
  return { ...plan, lines };
}
