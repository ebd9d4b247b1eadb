import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { Actor } from "@/server/actor";
import { findCollectedInvoices } from "@/server/billing/collection/collected-invoices";
import { findNamedDay } from "@/server/billing/collection/find-named-day";
import { dueOnOf, isHeld } from "@/server/billing/collection/plan";
import { type Household, type HouseholdInvoice, openOnes } from "@/server/billing/households/household";
import { FEE_NOTE } from "@/server/domain/rules/collection-messages";
import { clock } from "@/server/platform/clock";

export interface OpenInvoice extends HouseholdInvoice {
  dueOn: string;
  /** The day to pay by that the newest message about it names; null if none does. */
  payBy: string | null;
}

export interface AskedTogether {
  /** The open invoices that the newest request, reminder or note before a fee for this one asks for, with it. */
  asked: OpenInvoice[];
  /** The other open ones. */
  apart: OpenInvoice[];
}

/**
 * Divides the open invoices of a household as the customer's newest request or reminder does, so that their page shows the sum that the mail
 * names. Before the first message, all are together; so are those that staff joined since, if their mails named the same day, and those of
 * another payer. Held invoices are apart.
 */
export async function divideAsked(db: Database, actor: Actor, invoiceId: string, household: Household): Promise<AskedTogether> {
  const { partnerId } = actor;
  const open = openOnes(household);
  const ids = open.map(({ id }) => id);
  const now = clock.now(actor);
  const [collected, named, inMessage] = await Promise.all([
    findCollectedInvoices(db, partnerId, ids),
    Promise.all(ids.map((id) => findNamedDay(db, { partnerId, invoiceId: id }))),
    findAskedWith(db, { partnerId, invoiceId }),
  ]);
  const asked: OpenInvoice[] = [];
  const apart: OpenInvoice[] = [];
  open.forEach((invoice, index) => {
    const state = collected.find(({ id }) => id === invoice.id);
    if (!state) return;
    const isInMail = inMessage === null || inMessage.includes(invoice.id);
    // Staff may have joined them since.
    const isAskedAlike = inMessage?.length === 1 && named[index] === named[ids.indexOf(invoiceId)];
    const isAsked = (isInMail || isAskedAlike || !invoice.isOfSamePayer) && !isHeld(state, now);
    (invoice.id === invoiceId || isAsked ? asked : apart).push({ ...invoice, dueOn: dueOnOf(state, now), payBy: named[index] ?? null });
  });
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
