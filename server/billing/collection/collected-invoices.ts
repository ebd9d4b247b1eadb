import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { listOf } from "@/db/json-list";
import { prepared } from "@/db/prepared";
import { importSettings } from "@/db/schema/collection-settings";
import { outgoingMessages } from "@/db/schema/collections";
import { companies } from "@/db/schema/companies";
import { holds } from "@/db/schema/holds";
import { imports } from "@/db/schema/imports";
import { invoiceLines } from "@/db/schema/invoice-lines";
import { invoices } from "@/db/schema/invoices";
import { payments } from "@/db/schema/payments";
import { importSettingsColumns } from "@/server/billing/imports/get-import-settings";
import { wherePaymentInProgress } from "@/server/billing/invoices/payment-in-progress";
import { whereOpenHold } from "@/server/billing/invoices/where-held";
import { lastFailedAt } from "@/server/billing/payments/last-failed-at";
import { channelsOf } from "@/server/domain/reach";
import { payerCountry, whereBusiness } from "./late-fee-cap";
import type { CollectedInvoice, SentMessage } from "./plan";

export type CollectedRow = CollectedInvoice & { id: string };

/** What decides about these invoices of a partner, for those of them that the service collects. */
export async function findCollectedInvoices(db: Database, partnerId: string, invoiceIds: string[]): Promise<CollectedRow[]> {
  const found = await collectedByIds(db).execute({ partnerId, invoiceIds: `{${invoiceIds.join(",")}}` });
  return found.flatMap(({ customerEmail, country, isBusiness, transmittedAt, holdId, until, ...invoice }) => {
    if (!transmittedAt) return [];
    const hasEmail = channelsOf({ customerEmail }).email;
    return [{ ...invoice, transmittedAt, hasEmail, payer: { country, isBusiness }, hold: holdId === null ? null : { until } }];
  });
}

const lines: SQL<CollectedInvoice["lines"]> = listOf<CollectedInvoice["lines"][number], "date">(
  sql`select ${invoiceLines.type}, ${invoiceLines.amountCents} as "amountCents", ${invoiceLines.date},
      ${invoiceLines.type} = 'CHARGEBACK-LINE' and exists (select from payments p where p.partner_id = ${invoiceLines.partnerId}
        and p.id = ${invoiceLines.paymentId} and p.undone_by is not null) as "isUndone"
    from ${invoiceLines} where ${invoiceLines.partnerId} = ${invoices.partnerId} and ${invoiceLines.invoiceId} = ${invoices.id}
    order by ${invoiceLines.position}`,
  "date",
);

/** Also what was cancelled: its turn has passed. */
const planned: SQL<SentMessage[]> = listOf<SentMessage, "at">(
  sql`select ${outgoingMessages.kind}, ${outgoingMessages.round}, ${outgoingMessages.createdAt} as at, ${outgoingMessages.graceUntil} as "graceUntil", case
      when ${outgoingMessages.state} in ('sent', 'unknown') then 'left'
      when ${outgoingMessages.state} in ('waiting', 'handing_over') then 'going' else 'lost' end as fate
    from ${outgoingMessages} where ${outgoingMessages.partnerId} = ${invoices.partnerId} and ${outgoingMessages.invoiceId} = ${invoices.id}
      and ${outgoingMessages.ticketId} is null and ${outgoingMessages.aboutId} is null`,
  "at",
);

const collectedByIds = prepared((db) =>
  db
    .select({
      id: invoices.id,
      settings: importSettingsColumns,
      transmittedAt: imports.transmittedAt,
      retractedAt: invoices.retractedAt,
      customerEmail: invoices.customerEmail,
      country: payerCountry,
      isBusiness: whereBusiness,
      isPaymentInProgress: wherePaymentInProgress(),
      dueOn: invoices.dueOn,
      lastFailedAt: sql<Date | null>`${lastFailedAt(invoices)}`.mapWith(payments.endedAt),
      holdId: holds.id,
      until: holds.until,
      lines,
      messages: planned,
    })
    .from(invoices)
    .innerJoin(imports, and(eq(imports.partnerId, invoices.partnerId), eq(imports.id, invoices.importId)))
    .innerJoin(companies, and(eq(companies.partnerId, invoices.partnerId), eq(companies.id, invoices.companyId)))
    .leftJoin(holds, whereOpenHold)
    .innerJoin(importSettings, and(eq(importSettings.partnerId, imports.partnerId), eq(importSettings.importId, imports.id)))
    .where(and(eq(invoices.partnerId, sql.placeholder("partnerId")), sql`${invoices.id} = any(${sql.placeholder("invoiceIds")}::text[])`))
    .prepare("collected_invoices"),
);
