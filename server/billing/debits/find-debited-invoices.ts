import { and, eq, isNotNull, sql } from "drizzle-orm";
import { isOneOf } from "@/db/array-text";
import type { Database } from "@/db/client";
import { listOf } from "@/db/json-list";
import { importSettings } from "@/db/schema/collection-settings";
import { companies } from "@/db/schema/companies";
import { imports } from "@/db/schema/imports";
import { invoiceLines } from "@/db/schema/invoice-lines";
import { invoices } from "@/db/schema/invoices";
import { instalmentFacts } from "@/server/billing/instalments/instalment-facts";
import type { PlanLine } from "@/server/domain/rules/instalment-account";
import { debitFacts } from "./debit-facts";
import type { DebitedInvoice } from "./take-out-parts";

/** The lines of an invoice that is, or was, paid in instalments; no line of others. */
const linesOfPlan = listOf<PlanLine, "date">(
  sql`select ${invoiceLines.type}, ${invoiceLines.amountCents} as "amountCents", ${invoiceLines.date}, ${invoiceLines.paymentId} as "paymentId",
      coalesce(${invoiceLines.type} = 'CHARGEBACK-LINE' and returned.undone_by is not null, false) as "isUndone"
    from ${invoiceLines} left join payments returned on returned.partner_id = ${invoiceLines.partnerId} and returned.id = ${invoiceLines.paymentId}
    where ${invoiceLines.partnerId} = ${invoices.partnerId} and ${invoiceLines.invoiceId} = ${invoices.id}
      and exists (select from instalment_plans divided where divided.partner_id = ${invoices.partnerId} and divided.invoice_id = ${invoices.id})
    order by ${invoiceLines.position}`,
  "date",
);

/**
 * Returns what decides whether planned debits may collect these invoices: a fraction of what `findCollectedInvoices` reads. Leaves out
 * invoices that the service does not collect.
 */
export async function findDebitedInvoices(db: Database, partnerId: string, ids: readonly string[]): Promise<DebitedInvoice[]> {
  const { id, retractedAt, amountTotalCents } = invoices;
  const rows = await db
    .select({ id, retractedAt, amountCents: amountTotalCents, debit: debitFacts, instalments: instalmentFacts, lines: linesOfPlan })
    .from(invoices)
    .innerJoin(imports, and(eq(imports.partnerId, invoices.partnerId), eq(imports.id, invoices.importId)))
    .innerJoin(companies, and(eq(companies.partnerId, invoices.partnerId), eq(companies.id, invoices.companyId)))
    .innerJoin(importSettings, and(eq(importSettings.partnerId, imports.partnerId), eq(importSettings.importId, imports.id)))
    .where(and(eq(invoices.partnerId, partnerId), isOneOf(id, ids), isNotNull(imports.transmittedAt)));
  return rows.map(({ amountCents, lines, ...invoice }) => {
    const sum: PlanLine = { type: "INVOICE-LINE", amountCents, date: new Date(0) };
    return { ...invoice, lines: invoice.instalments ? lines : [sum] };
  });
}
