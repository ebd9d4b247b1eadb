import { sql } from "drizzle-orm";
import { whereLineIs } from "@/db/line-types";
import { dayInSql } from "@/server/platform/day-in-sql";

const lineType = sql`l.type`;

const dateOfUndoneBooking = sql`(select p.date from payments u
    join invoice_lines p on p.partner_id = l.partner_id and p.invoice_id = l.invoice_id and p.payment_id = u.id and ${whereLineIs(sql`p.type`, "payment")}
    where u.partner_id = l.partner_id and u.id = l.payment_id and u.undone_by is not null limit 1)`;

const countedAt = sql`case when ${whereLineIs(lineType, "chargeback")} then coalesce(${dateOfUndoneBooking}, l.date) else l.date end`;

/**
 * SQL for the day on which a line `l` of an invoice of the import `m` counts in the figures: its own, but not before the day of transmission. The
 * reversal of a booking that was a mistake counts on the day of that booking, so that both cancel out.
 */
export const countedDay = dayInSql(sql`greatest(${countedAt}, m.transmitted_at)`);
