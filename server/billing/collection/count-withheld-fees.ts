import { and, count, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { importSettings } from "@/db/schema/collection-settings";
import { companies } from "@/db/schema/companies";
import { invoices } from "@/db/schema/invoices";
import { type Actor, visibleTo } from "@/server/actor";
import { reachedBy } from "@/server/billing/imports/reach";
import type { FeeFact } from "@/server/domain/rules/late-fee-rules";
import { missingForFee } from "./late-fee-cap";

/** Numbers of invoices that have no late-payment fee because a fact is missing that the law demands in the reminder before the fee. */
export type WithheldFees = Record<FeeFact, number>;

/** Counts an import's outstanding invoices that get no late-payment fee, by the missing fact. Leaves out invoices with an earlier fee. */
export async function countWithheldFees(db: Database, actor: Actor, importId: string): Promise<WithheldFees> {
  const rows = await db
    .select({ fact: missingForFee, invoicesCount: count() })
    .from(invoices)
    .innerJoin(companies, and(eq(companies.partnerId, invoices.partnerId), eq(companies.id, invoices.companyId)))
    .innerJoin(importSettings, and(eq(importSettings.partnerId, invoices.partnerId), eq(importSettings.importId, invoices.importId)))
    .where(
      and(
        visibleTo(actor, invoices),
        eq(invoices.importId, importId),
        isNull(invoices.retractedAt),
        sql`${importSettings.latePaymentFeeCents} > 0 and ${invoices.amountTotalCents} > 0 and ${reachedBy} = 'email'`,
        sql`not exists (select from invoice_lines charged where charged.partner_id = ${invoices.partnerId}
          and charged.invoice_id = ${invoices.id} and charged.type = 'LATE-PAYMENT-FEE-LINE')`,
      ),
    )
    .groupBy(sql`1`);
  const of = (fact: FeeFact) => rows.find((row) => row.fact === fact)?.invoicesCount ?? 0;
  return { enterprise_number: of("enterprise_number"), description: of("description") };
}
