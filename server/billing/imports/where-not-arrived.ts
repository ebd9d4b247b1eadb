import { type SQL, sql } from "drizzle-orm";
import { invoices } from "@/db/schema/invoices";
import type { Actor } from "@/server/actor";

/** Condition: no later message followed the message `refused`. A subquery rather than a join, because refused messages are few. */
const isLast = sql`refused.created_at >= coalesce((select max(later.created_at) from messages later
  where later.partner_id = refused.partner_id and later.invoice_id = refused.invoice_id), '-infinity')`;

/** Condition: the last message to an invoice's customer did not arrive. */
export const whereNotArrived: SQL<boolean> = sql<boolean>`exists (select from outgoing_messages refused
  where refused.partner_id = ${invoices.partnerId} and refused.invoice_id = ${invoices.id} and refused.state = 'refused' and ${isLast})`;

/**
 * `whereNotArrived` for a list of one partner's invoices. Compares numbers, because the index `invoices_listed` has the number and not the
 * id.
 */
export function whereListedNotArrived({ partnerId }: Pick<Actor, "partnerId">): SQL {
  return sql`${invoices.invoiceNumber} in (select v.invoice_number from outgoing_messages refused
    join invoices v on v.partner_id = refused.partner_id and v.id = refused.invoice_id
    where refused.partner_id = ${partnerId} and refused.state = 'refused' and ${isLast})`;
}
