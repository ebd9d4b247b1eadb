import { type Placeholder, type SQL, sql } from "drizzle-orm";
import { withoutEmail } from "@/db/schema/invoices";
import type { Actor } from "@/server/actor";

// Not asked: something is outstanding, requests were to be sent, and none has reached the customer, because there is no address or because it was refused.
// A customer without an address is asked where the household's mail speaks for them (decision 0118). One definition, for the two places it starts from.

const hasRequests = sql`exists (select from import_settings s where s.partner_id = i.partner_id and s.import_id = i.import_id
  and coalesce(s.request1_day, s.request2_day) is not null)`;

/** Messages of the plan; answers and announcements ask for nothing. */
const ofPlan = (alias: string) =>
  sql.raw(`${alias}.partner_id = i.partner_id and ${alias}.invoice_id = i.id and ${alias}.ticket_id is null
  and ${alias}.about_id is null`);

const couldBeAsked = sql`i.amount_total_cents > 0 and i.retracted_at is null and ${hasRequests}
  and not exists (select from outgoing_messages l where ${ofPlan("l")} and l.state in ('sent', 'unknown'))`;

const isWithoutEmail = sql`${withoutEmail({ customerEmail: sql`i.customer_email` })} and not exists (select from household_members h
  where h.partner_id = i.partner_id and h.invoice_id = i.id and not h.is_by_hand)`;

const isRefused = sql`exists (select from outgoing_messages r where ${ofPlan("r")} and r.state = 'refused')`;

/** Whether the customer of an invoice `i` of a transmitted import was never asked. */
export const isNotAsked: SQL<boolean> = sql<boolean>`(((${isWithoutEmail}) or ${isRefused}) and ${couldBeAsked})`;

/** Whether the customer of an invoice was never asked. Takes a statement with `invoices` and its import. */
export const whereNotAsked: SQL<boolean> = sql<boolean>`(imports.transmitted_at is not null and exists (select from invoices i
  where i.partner_id = invoices.partner_id and i.id = invoices.id and ${isNotAsked}))`;

/** The numbers of one partner's invoices whose customers were never asked: from those without an address, and from the few messages that were refused. */
export function notAskedNumbers(partnerId: string | Placeholder): SQL {
  const isTransmitted = sql`i.import_id in (select m.id from imports m where m.partner_id = ${partnerId} and m.transmitted_at is not null)`;
  return sql`(select i.invoice_number from invoices i
      where i.partner_id = ${partnerId} and ${couldBeAsked} and ${isWithoutEmail} and ${isTransmitted}
    union all select i.invoice_number from outgoing_messages f join invoices i on i.partner_id = f.partner_id and i.id = f.invoice_id
      where f.partner_id = ${partnerId} and f.state = 'refused' and ${couldBeAsked} and ${isRefused} and ${isTransmitted})`;
}

/** `whereNotAsked` for a list of one partner's invoices: by number, because the index `invoices_listed` holds the number and not the id. */
export function whereListedNotAsked({ partnerId }: Pick<Actor, "partnerId">): SQL {
  return sql`invoices.invoice_number in ${notAskedNumbers(partnerId)}`;
}
