import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { Actor } from "@/server/actor";
import { findCollectedInvoices } from "@/server/billing/collection/collected-invoices";
import type { InvoicePlan } from "@/server/billing/collection/describe-plan";
import { findNamedDays } from "@/server/billing/collection/find-named-days";
import { dueOnOf, nextMessage, plan } from "@/server/billing/collection/plan";
import { lastDayInTime } from "@/server/billing/collection/returned-payment";
import { findStatedHold, type StatedHold } from "@/server/billing/collection/stated-hold";
import { isDebited } from "@/server/billing/collection/to-be-debited";
import { type Household, type HouseholdInvoice, openOnes } from "@/server/billing/households/household";
import { findHold } from "@/server/billing/invoices/find-hold";
import { dayAt } from "@/server/domain/formats/calendar";
import { FEE_NOTE } from "@/server/domain/rules/collection-messages";
import { clock } from "@/server/platform/clock";

export interface OpenInvoice extends HouseholdInvoice {
  days: Pick<InvoicePlan, "dueOn" | "inTimeUntil" | "payBy"> & {
    /** The hold in force now; null: none. */
    hold: StatedHold | null;
    /** Whether a request or reminder about it is still to come. */
    isFollowed: boolean;
  };
}

export interface AskedTogether {
  /** This invoice, and the open ones that its newest request, reminder or note before a fee asks for as well. */
  asked: OpenInvoice[];
  /** The other open invoices of the household. */
  apart: OpenInvoice[];
  /** Whether that message is the newest mail about this invoice, and asks for all of `asked`. */
  isInNewestMail: boolean;
}

/**
 * Divides the open invoices of a household as the customer's newest request, reminder or note before a fee does, so that their page shows the
 * sum that the mail names. Before the first message, all are together. After it, so are those of another payer, and those that staff have joined
 * since, if their mails named the same day. Held invoices are apart, except those for which the customer has promised the same day as for this one.
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
  const promised = (await findHold(db, { partnerId, id: invoiceId }, dayAt(now)))?.promisedOn ?? null;
  const asked: OpenInvoice[] = [];
  const apart: OpenInvoice[] = [];
  for (const invoice of open) {
    const state = collected.find(({ id }) => id === invoice.id);
    // An invoice that is collected by direct debit is not paid with the others.
    if (!state || (invoice.id !== invoiceId && isDebited(state, now))) continue;
    const isInMail = inMessage === null || inMessage.ids.includes(invoice.id);
    // Staff may have joined the invoices since their mails.
    const isAskedAlike = inMessage?.ids.length === 1 && named.get(invoice.id) === named.get(invoiceId);
    const hold = await findStatedHold(db, partnerId, state, now);
    // A hold without an end is by a payment at the desk, which may be for the invoice.
    const isPromisedAlike = promised !== null && hold?.promisedOn === promised && hold.until !== null;
    const isAsked = (isInMail || isAskedAlike || !invoice.isOfSamePayer) && (!hold || isPromisedAlike);
    const dueOn = dueOnOf(state, now);
    const isFollowed = nextMessage(plan(state, now)) !== undefined;
    const days = { dueOn, inTimeUntil: lastDayInTime(state, dueOn), payBy: named.get(invoice.id) ?? null, hold, isFollowed };
    const group = invoice.id === invoiceId || isAsked ? asked : apart;
    group.push({ ...invoice, days });
  }
  const isInNewestMail = inMessage?.isNewest === true && asked.every(({ id }) => inMessage.ids.includes(id));
  return { asked, apart, isInNewestMail };
}

/**
 * Returns the invoices that the newest request, reminder or note before a fee for this one asks for, and whether no other mail about it
 * followed; null if there was none.
 */
async function findAskedWith(
  db: Database,
  { partnerId, invoiceId }: { partnerId: string; invoiceId: string },
): Promise<{ ids: string[]; isNewest: boolean } | null> {
  // Several queries in one, because requests, announcements and answers are in indexes of their own.
  const isSent = sql`m.state in ('sent', 'unknown')`;
  const sent = (where: SQL) => sql`
    select m.id, coalesce(m.carried_by, m.id) as mail from outgoing_messages m
    where m.partner_id = ${partnerId} and m.invoice_id = ${invoiceId} and ${where} and ${isSent}`;
  const answers = sql`
    select m.id from tickets t join outgoing_messages m on m.partner_id = t.partner_id and m.ticket_id = t.id
    where t.partner_id = ${partnerId} and t.invoice_id = ${invoiceId} and ${isSent}`;
  const isPlanned = sql`m.about_id is null and m.ticket_id is null`;
  const rows = await db.execute<{ id: string; isNewest: boolean }>(sql`
    with newest as (
      select id, mail from (${sent(isPlanned)}
        union all ${sent(sql`m.about_id is not null and m.kind = ${FEE_NOTE}`)}) asking
      order by id desc limit 1)
    select m.invoice_id as id, not exists (
      select from (select id from (${sent(sql`m.about_id is not null`)}) told union all ${answers}) other where other.id > newest.id
    ) as "isNewest"
    from newest join outgoing_messages m on m.partner_id = ${partnerId} and (m.id = newest.mail or m.carried_by = newest.mail)`);
  const [first] = rows;
  return first ? { ids: rows.map(({ id }) => id), isNewest: first.isNewest } : null;
}
