import { type Placeholder, type SQL, sql } from "drizzle-orm";
import { withoutEmail } from "@/db/schema/invoices";
import type { Actor } from "@/server/actor";

// Not asked: something is outstanding, requests were to be sent, and none has reached the customer, because the message was refused, or because there is no address
// of their own and no mail of the household speaks for them (decisions 0118 and 0135). One definition, for the two places it starts from.

const hasRequests = sql`exists (select from import_settings s where s.partner_id = i.partner_id and s.import_id = i.import_id
  and coalesce(s.request1_day, s.request2_day) is not null)`;

/** Whether an invoice has a message of the plan in one of these states; answers and announcements ask for nothing. */
const hasMessage = (invoice: SQL, states: SQL) => sql`exists (select from outgoing_messages o
  where o.partner_id = ${invoice}.partner_id and o.invoice_id = ${invoice}.id and o.ticket_id is null and o.about_id is null and o.state ${states})`;

const isOwing = (invoice: SQL) => sql`${invoice}.amount_total_cents > 0 and ${invoice}.retracted_at is null`;
const isAsked = (invoice: SQL) => hasMessage(invoice, sql`in ('sent', 'unknown')`);
const isRefused = (invoice: SQL) => hasMessage(invoice, sql`= 'refused'`);
const isWithoutEmail = (invoice: SQL) => withoutEmail({ customerEmail: sql`${invoice}.customer_email` });

const i = sql`i`;
const carrier = sql`carrier`;

const couldBeAsked = sql`${isOwing(i)} and ${hasRequests} and not ${isAsked(i)}`;

/**
 * Whether a mail about another invoice of the household speaks for a customer without an address: it does while that invoice is asked for, and its address is the
 * payer's of both (`household_payers`). `offset 0` has payers looked up for these few customers alone, one at a time.
 */
const isSpokenFor = sql`exists (
  select from household_members own
    cross join lateral household_payers(own.partner_id, own.lead_invoice_id) payer
    join household_members beside on beside.partner_id = own.partner_id and beside.lead_invoice_id = own.lead_invoice_id
    join invoices carrier on carrier.partner_id = beside.partner_id and carrier.id = beside.invoice_id
  where own.partner_id = i.partner_id and own.invoice_id = i.id and payer.invoice_id = own.invoice_id
    and payer.email <> '' and payer.email = customer_key(carrier.customer_email, '')
    and ${isOwing(carrier)} and (not ${isRefused(carrier)} or ${isAsked(carrier)}) offset 0)`;

const hasNoAddress = sql`${isWithoutEmail(i)} and not ${isSpokenFor}`;

/** Whether the customer of an invoice `i` of a transmitted import was never asked. */
export const isNotAsked: SQL<boolean> = sql<boolean>`(((${hasNoAddress}) or ${isRefused(i)}) and ${couldBeAsked})`;

/** Whether the customer of an invoice was never asked. Takes a statement with `invoices` and its import. */
export const whereNotAsked: SQL<boolean> = sql<boolean>`(imports.transmitted_at is not null and exists (select from invoices i
  where i.partner_id = invoices.partner_id and i.id = invoices.id and ${isNotAsked}))`;

/** The numbers of one partner's invoices whose customers were never asked: from those without an address, and from the few messages that were refused. */
export function notAskedNumbers(partnerId: string | Placeholder): SQL {
  const isTransmitted = sql`i.import_id in (select m.id from imports m where m.partner_id = ${partnerId} and m.transmitted_at is not null)`;
  return sql`(select i.invoice_number from invoices i
      where i.partner_id = ${partnerId} and ${couldBeAsked} and ${hasNoAddress} and ${isTransmitted}
    union all select i.invoice_number from outgoing_messages f join invoices i on i.partner_id = f.partner_id and i.id = f.invoice_id
      where f.partner_id = ${partnerId} and f.state = 'refused' and ${couldBeAsked} and ${isRefused(i)} and ${isTransmitted})`;
}

/** `whereNotAsked` for a list of one partner's invoices: by number, because the index `invoices_listed` holds the number and not the id. */
export function whereListedNotAsked({ partnerId }: Pick<Actor, "partnerId">): SQL {
  return sql`invoices.invoice_number in ${notAskedNumbers(partnerId)}`;
}
