import { type SQL, sql } from "drizzle-orm";
import { invoices } from "@/db/schema/invoices";

/**
 * Whether the last message of a conversation is the company's and did not reach the customer: there is no e-mail address, or the mail was
 * refused or cancelled.
 */
export const isReplyLost: SQL<boolean> = sql<boolean>`coalesce((
  select ticket.sender <> 'customer' and (btrim(coalesce(${invoices.customerEmail}, '')) = '' or exists (select from outgoing_messages answer
    where answer.partner_id = ticket.partner_id and answer.ticket_id = ticket.id and answer.state in ('refused', 'cancelled')))
  from tickets ticket where ticket.partner_id = ${invoices.partnerId} and ticket.invoice_id = ${invoices.id}
  order by ticket.recorded_order desc limit 1), false)`;
