import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { Actor } from "@/server/actor";
import { findCollectedInvoices } from "@/server/billing/collection/collected-invoices";
import type { InvoicePlan } from "@/server/billing/collection/describe-plan";
import { findNamedDays } from "@/server/billing/collection/find-named-days";
import { dueOnOf, isHeld } from "@/server/billing/collection/plan";
import { lastDayInTime } from "@/server/billing/collection/returned-payment";
import { type Household, type HouseholdInvoice, openOnes } from "@/server/billing/households/household";
import { findHold } from "@/server/billing/invoices/find-hold";
import { dayAt } from "@/server/domain/formats/calendar";
import { FEE_NOTE } from "@/server/domain/rules/collection-messages";
import type { HoldKind } from "@/server/domain/rules/holds";
import { clock } from "@/server/platform/clock";

export interface OpenInvoice extends HouseholdInvoice {
  days: Pick<InvoicePlan, "dueOn" | "inTimeUntil" | "payBy"> & {
    /** The hold in force now; null: none. Its kind is null if a payment at the desk holds the invoice. */
    hold: { kind: HoldKind | null; until: string | null } | null;
  };
}

export interface AskedTogether {
  /** The open invoices that the newest request, reminder or note before a fee for this one asks for, with it. */
  asked: OpenInvoice[];
  /** The other open ones. */
  apart: OpenInvoice[];
}

/**
 * Divides the open invoices of a household as the customer's newest request, reminder or note before a fee does, so that their page shows the
 * sum that the mail names. Before the first message, all are together; so are those that staff joined since, if their mails named the same
 * day, and those of another payer. Held invoices are apart.
 */
export async function divideAsked(db: Database, actor: Actor, invoiceId: string, household: Household): Promise<AskedTogether> {
  const { partnerId } = actor;
  const open = openOnes(household);
  const ids = open.map(({ id }) => id);
  const now = clock.now(actor);
  const [collected, named, inMessage] = await Promise.all([
    findCollectedInvoices(db, partnerId, ids),
    findNamedDays(db, partnerId, ids),
    findAskedWith(db, { partnerId, invoiceId }),
  ]);
  const asked: OpenInvoice[] = [];
  const apart: OpenInvoice[] = [];
  for (const invoice of open) {
    const state = collected.find(({ id }) => id === invoice.id);
    if (!state) continue;
    const isInMail = inMessage === null || inMessage.includes(invoice.id);
    // Staff may have joined them since.
    const isAskedAlike = inMessage?.length === 1 && named.get(invoice.id) === named.get(invoiceId);
    const held = isHeld(state, now) ? state.hold : null;
    const hold = held && { ...held, kind: (await findHold(db, { partnerId, id: invoice.id }, dayAt(now)))?.kind ?? null };
    const isAsked = (isInMail || isAskedAlike || !invoice.isOfSamePayer) && !hold;
    const dueOn = dueOnOf(state, now);
    const days = { dueOn, inTimeUntil: lastDayInTime(state, dueOn), payBy: named.get(invoice.id) ?? null, hold };
    (invoice.id === invoiceId || isAsked ? asked : apart).push({ ...invoice, days });
  }
  return { asked, apart };
}

/** Returns the invoices that the newest request, reminder or note before a fee for this one asks for; null if there was none. */
async function findAskedWith(db: Database, { partnerId, invoiceId }: { partnerId: string; invoiceId: string }): Promise<string[] | null> {
  // Two queries in one, because requests and announcements are in indexes of their own.
  const asking = (where: SQL) => sql`
    select m.id, coalesce(m.carried_by, m.id) as mail from outgoing_messages m
    where m.partner_id = ${partnerId} and m.invoice_id = ${invoiceId} and ${where} and m.state in ('sent', 'unknown')`;
  const rows = await db.execute<{ id: string }>(sql`
    with newest as (
      select mail from (${asking(sql`m.about_id is null and m.ticket_id is null`)}
        union all ${asking(sql`m.about_id is not null and m.kind = ${FEE_NOTE}`)}) asking
      order by id desc limit 1)
    select m.invoice_id as id from newest join outgoing_messages m on m.partner_id = ${partnerId} and (m.id = newest.mail or m.carried_by = newest.mail)`);
  return rows.length > 0 ? rows.map(({ id }) => id) : null;
}
