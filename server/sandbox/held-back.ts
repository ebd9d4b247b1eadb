import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { whereAtDesk } from "@/server/billing/invoices/desk-gate";
import { whereHeld } from "@/server/billing/invoices/where-held";
import { TIME_ZONE } from "@/server/domain/formats/time-zone";
import { askingForParts } from "@/server/domain/rules/collection-messages";

/** Columns of a message. */
interface MessageColumns {
  kind: SQLWrapper;
  partnerId: SQLWrapper;
  invoiceId: SQLWrapper;
}

const whereAsksForPart = (kind: SQLWrapper) => sql`${kind} in ${[...askingForParts]}`;

/**
 * Condition: the message asks for a part of a plan of instalments, or for the whole amount after the plan's end, and is held back by a hold
 * in force on `today` (a day such as `2026-11-20`) or by a payment at the desk. The clock does not wait for such a message.
 */
export function whereHeldBack({ kind, partnerId, invoiceId: id }: MessageColumns, today: string): SQL {
  const invoice = { partnerId, id };
  return sql`(${whereAsksForPart(kind)} and (${whereHeld(today, invoice)} or ${whereAtDesk(invoice)}))`;
}

/** SQL for the first moment after `now` at which a pause that holds such a message back ends; null: there is none. */
export function heldBackUntil(partnerId: SQLWrapper, now: SQL): SQL {
  const endsAt = sql`((held.until + 1)::timestamp at time zone ${sql.raw(`'${TIME_ZONE}'`)})`;
  return sql`(select min(${endsAt}) from outgoing_messages waits
    join holds held on held.partner_id = waits.partner_id and held.invoice_id = waits.invoice_id and held.ended_at is null
    where waits.partner_id = ${partnerId} and waits.state = 'waiting' and ${whereAsksForPart(sql`waits.kind`)} and ${endsAt} > ${now})`;
}
