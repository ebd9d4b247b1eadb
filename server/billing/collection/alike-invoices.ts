import { and, eq, isNull, not, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { importSettings } from "@/db/schema/collection-settings";
import { outgoingMessages } from "@/db/schema/collections";
import { companies } from "@/db/schema/companies";
import { holds } from "@/db/schema/holds";
import { householdMembers } from "@/db/schema/households";
import { type InvoiceLine, invoiceLines } from "@/db/schema/invoice-lines";
import { invoices } from "@/db/schema/invoices";
import { payments } from "@/db/schema/payments";
import { type Actor, visibleTo } from "@/server/actor";
import { reachedBy } from "@/server/billing/imports/reach";
import { wherePaymentInProgress } from "@/server/billing/invoices/payment-in-progress";
import { whereOpenHold } from "@/server/billing/invoices/where-held";
import { TIME_ZONE } from "@/server/domain/formats/time-zone";
import { lateFeeOfInvoice, termsCountry } from "./late-fee-cap";

export interface AlikeInvoices {
  groups: { id: string; count: number; outstandingCents: number }[];
  /** The groups to which the invoices of one mail recipient belong, and the number of such recipients. A household is one recipient. */
  recipients: { groups: string[]; count: number }[];
}

/**
 * Returns one representative for each group of invoices with the same future, and the group's size. Invoices of a group got the same
 * messages on the same days. An invoice with a chargeback, with a recent failed payment, or that was ever held, also by a payment at the
 * desk, is a separate group.
 */
export async function findAlikeInvoices(db: Database, actor: Actor, importId: string, now: Date): Promise<AlikeInvoices> {
  const collected = db
    .select({
      id: invoices.id,
      outstandingCents: invoices.amountTotalCents,
      leadId: householdMembers.leadInvoiceId,
      sent: sql`(${sentWhen})`.as("sent"),
      dueOn: invoices.dueOn,
      fee: sql`case when not ${has("LATE-PAYMENT-FEE-LINE")} then ${lateFeeOfInvoice} end`.as("fee"),
      law: termsCountry.as("law"),
      unlike:
        sql`case when ${has("CHARGEBACK-LINE")} or ${hasFailedLately(now)} or ${whereOnHold} or ${wasAtDesk} then ${invoices.id} end`.as(
          "unlike",
        ),
    })
    .from(invoices)
    .innerJoin(companies, and(eq(companies.partnerId, invoices.partnerId), eq(companies.id, invoices.companyId)))
    .innerJoin(importSettings, and(eq(importSettings.partnerId, invoices.partnerId), eq(importSettings.importId, invoices.importId)))
    .leftJoin(householdMembers, and(eq(householdMembers.partnerId, invoices.partnerId), eq(householdMembers.invoiceId, invoices.id)))
    .where(
      and(
        visibleTo(actor, invoices),
        eq(invoices.importId, importId),
        isNull(invoices.retractedAt),
        sql`${invoices.amountTotalCents} > 0 and ${reachedBy} = 'email'`,
        not(wherePaymentInProgress()),
      ),
    );
  const [found] = await db.execute<{ groups: AlikeInvoices["groups"]; recipients: AlikeInvoices["recipients"] }>(sql`
    with collected as (${collected}), grouped as materialized (
      select min(id) over (partition by sent, due_on, fee, law, unlike) as alike, amount_total_cents, coalesce(lead_invoice_id, id) as recipient from collected
    )
    select (
      select coalesce(json_agg(g), '[]'::json) from (
        select alike as id, count(*) as count, sum(amount_total_cents) as "outstandingCents" from grouped group by alike
      ) g
    ) as groups, (
      select coalesce(json_agg(r), '[]'::json) from (
        select groups, count(*) as count from (select array_agg(distinct alike) as groups from grouped group by recipient) of_one group by groups
      ) r
    ) as recipients`);
  return found ?? { groups: [], recipients: [] };
}

// Use only inside larger expressions: at the top level of a query on one table, drizzle drops the table's name, and the column would refer
// to another table.
const sentWhen = sql`select string_agg(m.kind || ' ' || m.round || ' ' || (m.state in ('refused', 'cancelled')) || ' ' || coalesce(m.fee_terms, '') || ' ' || (m.created_at at time zone ${TIME_ZONE})::date, ', ' order by m.id)
  from ${outgoingMessages} m where m.partner_id = ${invoices.partnerId} and m.invoice_id = ${invoices.id} and m.ticket_id is null and m.about_id is null`;

const whereOnHold = sql`exists (select from ${holds} where ${whereOpenHold})`;

const wasAtDesk = sql`exists (select from probable_payments p where p.partner_id = ${invoices.partnerId} and p.invoice_id = ${invoices.id})`;

const has = (type: InvoiceLine["type"]) => sql`exists (select from ${invoiceLines} l
  where l.partner_id = ${invoices.partnerId} and l.invoice_id = ${invoices.id} and l.type = ${type})`;

/** The period is longer than the pause after a failed payment, so that all invoices of a group have the same plan. */
const hasFailedLately = (now: Date) => sql`exists (select from ${payments} p
  where p.partner_id = ${invoices.partnerId} and p.invoice_id = ${invoices.id} and p.ended_at > ${now.toISOString()}::timestamptz - interval '2 days')`;
