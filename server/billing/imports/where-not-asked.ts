import { type Placeholder, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { invoices, withoutEmail } from "@/db/schema/invoices";
import type { Actor } from "@/server/actor";

// "Not asked" in SQL: an amount is outstanding, requests are to be sent, and none was sent. Either the message was refused, or the customer
// has no e-mail address and no mail to the payer of the household covers the invoice (decisions 0118 and 0135). Defined once, for two uses:
// as a condition on a row of `invoices`, and as a list of invoice numbers.

const hasRequests = sql`exists (select from import_settings s where s.partner_id = i.partner_id and s.import_id = i.import_id
  and coalesce(s.request1_day, s.request2_day) is not null)`;

/**
 * Condition: the invoice has a message of the plan in one of these states. Replies and announcements do not count, because they ask for nothing.
 * Without `offset 0`, Postgres would overestimate the candidates, and read all of the partner's messages instead of those of each candidate.
 */
const hasMessage = (invoice: SQL, states: SQL) => sql`exists (select from outgoing_messages o
  where o.partner_id = ${invoice}.partner_id and o.invoice_id = ${invoice}.id and o.ticket_id is null and o.about_id is null and o.state ${states} offset 0)`;

const isOwing = (invoice: SQL) => sql`${invoice}.amount_total_cents > 0 and ${invoice}.retracted_at is null`;
const isAsked = (invoice: SQL) => hasMessage(invoice, sql`in ('sent', 'unknown')`);
const isRefused = (invoice: SQL) => hasMessage(invoice, sql`= 'refused'`);
const isWithoutEmail = (invoice: SQL) => withoutEmail({ customerEmail: sql`${invoice}.customer_email` });

const i = sql`i`;
const carrier = sql`carrier`;

const awaitsRequest = sql`${isOwing(i)} and ${hasRequests} and not ${isAsked(i)}`;

/**
 * Condition: two customers certainly have the same account or home. Uses columns alone, because `payer_home` is slow, and is therefore stricter:
 * homes must be spelled alike.
 */
const isAlike = sql`(carrier.direct_debit_iban = i.direct_debit_iban and i.direct_debit_iban <> ''
  or ((carrier.customer_last_name, carrier.customer_zipcode, carrier.customer_address1) = (i.customer_last_name, i.customer_zipcode, i.customer_address1)
    and (carrier.customer_house_number, carrier.customer_house_number_extension, carrier.customer_country_code)
      is not distinct from (i.customer_house_number, i.customer_house_number_extension, i.customer_country_code)
    and btrim(i.customer_zipcode) <> '' and btrim(i.customer_address1) <> ''
    and (btrim(i.customer_house_number) <> '' or i.customer_address1 ~ '[0-9]')))`;

/**
 * Condition: a mail about another invoice of the household, the `carrier`, also covers the customer of `i` without an e-mail address. The
 * carrier is being asked for, and its e-mail address is that of the payer of both (`household_payers`). Members that staff did not join have one
 * e-mail address among them, so `household_payers` is skipped if both have the same account or home. `offset 0` makes Postgres evaluate the
 * condition for these few customers only, one at a time.
 */
const isCoveredByHousehold = sql`exists (
  select from household_members own
    join household_members beside on beside.partner_id = own.partner_id and beside.lead_invoice_id = own.lead_invoice_id
    join invoices carrier on carrier.partner_id = beside.partner_id and carrier.id = beside.invoice_id
  where own.partner_id = i.partner_id and own.invoice_id = i.id
    and not ${isWithoutEmail(carrier)} and ${isOwing(carrier)} and (not ${isRefused(carrier)} or ${isAsked(carrier)})
    and ((not own.is_by_hand and not beside.is_by_hand and ${isAlike}) or exists (
      select from household_payers(own.partner_id, own.lead_invoice_id) payer
      where payer.invoice_id = own.invoice_id and payer.email = customer_key(carrier.customer_email, '') offset 0)) offset 0)`;

const isCoveredByNoMail = sql`${isWithoutEmail(i)} and not ${isCoveredByHousehold}`;

/** Condition: an invoice `i` of a transmitted import is "not asked", as defined above. */
export const isNotAsked: SQL<boolean> = sql<boolean>`(((${isCoveredByNoMail}) or ${isRefused(i)}) and ${awaitsRequest})`;

/** Condition: an invoice is "not asked", as defined above. The statement must contain `invoices` and its import. */
export const whereNotAsked: SQL<boolean> = sql<boolean>`(imports.transmitted_at is not null and exists (select from invoices i
  where i.partner_id = invoices.partner_id and i.id = invoices.id and ${isNotAsked}))`;

/** Condition: a message of the plan about the invoice was refused. The statement must contain `invoices`. */
export const whereRefused: SQL<boolean> = sql<boolean>`(${isRefused(sql`${invoices}`)})`;

/** Returns the numbers of those of a partner's invoices that are "not asked". The invoices must be of transmitted imports. */
export async function notAskedAmong(db: Database, partnerId: string, numbers: readonly number[]): Promise<ReadonlySet<number>> {
  if (numbers.length === 0) return new Set();
  const found = await db.execute<{ number: string }>(sql`select i.invoice_number as number from invoices i
    where i.partner_id = ${partnerId} and i.invoice_number = any(${`{${numbers.join(",")}}`}::bigint[]) and ${isNotAsked}`);
  return new Set(found.map(({ number }) => Number(number)));
}

/**
 * SQL for the numbers of one partner's invoices that are "not asked", found among the invoices without an e-mail address and those of the few refused
 * messages.
 */
export function notAskedNumbers(partnerId: string | Placeholder): SQL {
  const isTransmitted = sql`i.import_id in (select m.id from imports m where m.partner_id = ${partnerId} and m.transmitted_at is not null)`;
  return sql`(select i.invoice_number from invoices i
      where i.partner_id = ${partnerId} and ${awaitsRequest} and ${isCoveredByNoMail} and ${isTransmitted}
    union select i.invoice_number
      from (select f.invoice_id from outgoing_messages f where f.partner_id = ${partnerId} and f.state = 'refused' offset 0) refused
        join invoices i on i.partner_id = ${partnerId} and i.id = refused.invoice_id
      where ${awaitsRequest} and ${isRefused(i)} and ${isTransmitted})`;
}

/**
 * `whereNotAsked` for a list of one partner's invoices. Compares numbers, because the index `invoices_listed` has the number and not the
 * id.
 */
export function whereListedNotAsked({ partnerId }: Pick<Actor, "partnerId">): SQL {
  return sql`invoices.invoice_number in ${notAskedNumbers(partnerId)}`;
}
