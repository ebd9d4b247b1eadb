import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { importSettings } from "@/db/schema/collection-settings";
import { outgoingMessages } from "@/db/schema/collections";
import { companies } from "@/db/schema/companies";
import { holds } from "@/db/schema/holds";
import { householdMembers } from "@/db/schema/households";
import { type InvoiceLine, invoiceLines } from "@/db/schema/invoice-lines";
import { invoices } from "@/db/schema/invoices";
import { mandates } from "@/db/schema/mandates";
import { payments } from "@/db/schema/payments";
import type { Actor } from "@/server/actor";
import { whereOpenHold } from "@/server/billing/invoices/where-held";
import { mandateExpiresOn, whereMandateOfInvoice, whereMandateValid } from "@/server/billing/mandates/valid-mandate";
import { dayAt } from "@/server/domain/formats/calendar";
import { dayInSql } from "@/server/platform/day-in-sql";
import { lateFee, payerCountry, termsCountry, whereBusiness, whereDescribed } from "./late-fee-cap";
import { payersColumns } from "./payers-fees";
import { isCountedElsewhere, isTold, storedShare } from "./shared-fees";
import { whereForecast } from "./where-forecast";

/** Invoices of an import in groups with the same future. Amounts in cents. */
export interface AlikeInvoices {
  /** `id`: of the invoice that represents the group. `count`: number of invoices. `outstandingCents`: their sum. */
  groups: { id: string; count: number; outstandingCents: number }[];
  /** The groups to which the invoices of one mail recipient belong, and the number of such recipients. A household is one recipient. */
  recipients: { groups: string[]; count: number }[];
}

/**
 * Returns one representative for each group of invoices with the same future, and the group's size. Invoices of a group got the same
 * messages on the same days.
 *
 * An invoice is a group of its own if it
 * - has a chargeback, a recently failed payment, an earlier direct debit or a plan of instalments;
 * - is held or paused, or was ever held by a payment at the desk;
 * - is under a fee that was named on another member of its household, which is settled or being paid;
 * - has an amount that was added after a reminder named a fee;
 * - is in a household with such an invoice, of several payers, or with members of different messages, due days or laws.
 *
 * Otherwise the late-payment fee of a household stands on the first member, or where a reminder has named the fee.
 */
export async function findAlikeInvoices(db: Database, actor: Actor, importId: string, now: Date): Promise<AlikeInvoices> {
  const collected = db
    .select({
      id: invoices.id,
      outstandingCents: invoices.amountTotalCents,
      leadId: householdMembers.leadInvoiceId,
      sent: sql`(${sentWhen})`.as("sent"),
      dueOn: invoices.dueOn,
      invoiceNumber: invoices.invoiceNumber,
      wanted: sql`${importSettings.latePaymentFeeCents}`.as("wanted"),
      country: sql`${payerCountry}`.as("country"),
      isBusiness: sql`${whereBusiness}`.as("is_business"),
      enterpriseNumber: sql`${companies.enterpriseNumber}`.as("enterprise_number"),
      isDescribed: sql`${whereDescribed}`.as("is_described"),
      law: termsCountry.as("law"),
      hasFee: sql`${has("LATE-PAYMENT-FEE-LINE")}`.as("has_fee"),
      isTold: sql`${isTold}`.as("is_told"),
      place: sql`coalesce(${storedShare} ->> 'onInvoiceId', ${invoices.id})`.as("place"),
      isCounted: sql`${isCountedElsewhere}`.as("is_counted"),
      mandate: sql`case when ${importSettings.directDebit} then coalesce((${untilOfMandate(now)}), 'none') end`.as("mandate"),
      unlike:
        sql`${has("CHARGEBACK-LINE")} or ${hasFailedLately(now)} or ${whereOnHold} or ${wasAtDesk} or ${isOfMixedHousehold} or ${isUnderClosedFee} or ${isBilledMore} or ${wasDebited} or ${whereDivided}`.as(
          "unlike",
        ),
    })
    .from(invoices)
    .innerJoin(companies, and(eq(companies.partnerId, invoices.partnerId), eq(companies.id, invoices.companyId)))
    .innerJoin(importSettings, and(eq(importSettings.partnerId, invoices.partnerId), eq(importSettings.importId, invoices.importId)))
    .leftJoin(householdMembers, and(eq(householdMembers.partnerId, invoices.partnerId), eq(householdMembers.invoiceId, invoices.id)))
    .where(whereForecast(actor, importId));
  // `described` compares the invoices of each recipient; `priced` finds the invoice on which their fee stands; `grouped` joins what is alike.
  const [found] = await db.execute<{ groups: AlikeInvoices["groups"]; recipients: AlikeInvoices["recipients"] }>(sql`
    with collected as (${collected}), described as (
      select *, coalesce(lead_invoice_id, id) as recipient,
        bool_or(unlike) over of_one or min(coalesce(sent, '')) over of_one <> max(coalesce(sent, '')) over of_one
          or min(coalesce(due_on, 'infinity')) over of_one <> max(coalesce(due_on, 'infinity')) over of_one
          or min(coalesce(law, '')) over of_one <> max(coalesce(law, '')) over of_one as differs,
        bool_or(is_told or has_fee or place <> id) over of_one as is_named,
        min(place) over of_one <> max(place) over of_one or bool_or(place <> id and not is_counted) over of_one as has_places,
        min(place) over of_one as named_on, first_value(id) over (of_one order by invoice_number) as first_id,
        (sum(amount_total_cents) over of_one)::bigint as owed
      from collected window of_one as (partition by coalesce(lead_invoice_id, id))
    ), priced as (
      select *, min(${lateFee(payersColumns)}) over (partition by recipient) as shared_fee,
        case when is_named then named_on else first_id end = id and not has_fee as is_charged,
        case when differs or is_named and has_places then id end as alone
      from described
    ), grouped as materialized (
      select min(id) over (partition by sent, due_on, law, mandate, case when is_charged then shared_fee end, alone) as alike, amount_total_cents, recipient from priced
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
const sentWhen = sql`select string_agg(m.kind || ' ' || m.round || ' ' || (m.state in ('refused', 'cancelled')) || ' ' || coalesce(m.fee_terms, '') || ' ' || ${dayInSql(sql.raw("m.created_at"))}, ', ' order by m.id)
  from ${outgoingMessages} m where m.partner_id = ${invoices.partnerId} and m.invoice_id = ${invoices.id} and m.ticket_id is null and m.about_id is null`;

const whereOnHold = sql`exists (select from ${holds} where ${whereOpenHold})`;

/** Whether a member of the household has another payer, or no address, so that the household's mails ask for more than is collected here. */
const isOfMixedHousehold = sql`exists (select from household_members own
  join household_members mate on mate.partner_id = own.partner_id and mate.lead_invoice_id = own.lead_invoice_id
  join invoices i on i.partner_id = mate.partner_id and i.id = mate.invoice_id
  where own.partner_id = ${invoices.partnerId} and own.invoice_id = ${invoices.id}
    and (mate.is_by_hand or i.retracted_at is null and i.amount_total_cents > 0 and customer_key(i.customer_email, '') = ''))`;

/** Whether no fee was named for the invoice, but one on a member of its household that nobody is asked for now, and that may stand for both. */
const isUnderClosedFee = sql`(${storedShare} is null and not ${isTold} and exists (select from household_members own
  join household_members mate on mate.partner_id = own.partner_id and mate.lead_invoice_id = own.lead_invoice_id and mate.invoice_id <> own.invoice_id
  join invoices i on i.partner_id = mate.partner_id and i.id = mate.invoice_id
  join outgoing_messages naming on naming.partner_id = mate.partner_id and naming.invoice_id = mate.invoice_id and naming.grace_until is not null
    and naming.state in ('sent', 'unknown') and naming.about_id is null and naming.ticket_id is null
  where own.partner_id = ${invoices.partnerId} and own.invoice_id = ${invoices.id}
    and (i.retracted_at is not null or i.amount_total_cents <= 0
      or exists (select from payments p where p.partner_id = i.partner_id and p.invoice_id = i.id and p.status = 'pending'))))`;

/** Whether an amount may have been added after a reminder with a fee, which then does not include the amount (`owedUnderFeeCents`). */
const isBilledMore = sql`((${isTold} or ${storedShare} is not null) and exists (select from ${invoiceLines} l where l.partner_id = ${invoices.partnerId}
  and l.invoice_id = ${invoices.id} and l.type = 'INVOICE-LINE' and l.added_by is not null))`;

/** Whether a direct debit of the invoice was planned: none is planned again. */
const wasDebited = sql`(${importSettings.directDebit} and exists (select from ${payments} p
  where p.partner_id = ${invoices.partnerId} and p.invoice_id = ${invoices.id} and p.debit_id is not null))`;

/** Whether a plan of instalments was agreed on, which has days of its own. */
const whereDivided = sql`exists (select from instalment_plans plan
  where plan.partner_id = ${invoices.partnerId} and plan.invoice_id = ${invoices.id})`;

/** Maximum time from today until a debit that is planned: mandates that expire later are alike. */
const ALIKE_AFTER = sql`interval '2 years'`;

/** SQL for the day from which the payer's mandate is expired, as text, or `later` after `ALIKE_AFTER`; null without a valid mandate. */
const untilOfMandate = (
  now: Date,
) => sql`select case when ${mandateExpiresOn} > ${dayAt(now)}::date + ${ALIKE_AFTER} then 'later' else ${mandateExpiresOn}::text end
  from ${mandates} where ${and(whereMandateOfInvoice, whereMandateValid(dayAt(now)))} limit 1`;

const wasAtDesk = sql`exists (select from probable_payments p where p.partner_id = ${invoices.partnerId} and p.invoice_id = ${invoices.id})`;

const has = (type: InvoiceLine["type"]) => sql`exists (select from ${invoiceLines} l
  where l.partner_id = ${invoices.partnerId} and l.invoice_id = ${invoices.id} and l.type = ${type})`;

/** The period is longer than the pause after a failed payment, so that all invoices of a group have the same plan. */
const hasFailedLately = (now: Date) => sql`exists (select from ${payments} p
  where p.partner_id = ${invoices.partnerId} and p.invoice_id = ${invoices.id} and p.ended_at > ${now.toISOString()}::timestamptz - interval '2 days')`;
