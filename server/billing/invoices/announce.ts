import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { Invoice } from "@/db/schema/invoices";
import { type Actor, identityOf } from "@/server/actor";
import type { AnnouncementKind } from "@/server/domain/rules/collection-messages";
import { clock } from "@/server/platform/clock";
import { newId } from "@/server/platform/id";

/**
 * Announcements that are sent only after a request, a reminder or the announcement of a direct debit. To other customers, the first message
 * tells everything.
 */
const onlyAfterMessage: readonly AnnouncementKind[] = ["credited", "amount_added", "withdrawn"];

/** Time that a receipt waits for a possible Undo, after its author's last act at the bank's desk. */
export const UNDO_WINDOW = sql`interval '2 minutes'`;
/** Maximum time that a receipt waits after the booking. */
const LONGEST_WAIT = sql`interval '10 minutes'`;

/**
 * Queues a message about an event of an invoice, within the transaction of the event. Does nothing for customers without an e-mail address, or if the
 * service does not collect the invoice.
 * - `aboutId`: the record that the message is about, such as a payment, refund, line or the invoice. There is one message of each kind and round about
 *   a record.
 * - `waitsForUndo`: the message is sent once the actor has done nothing at the bank's desk for two minutes, and after ten minutes at the latest.
 */
export function announce(
  tx: Database,
  actor: Actor,
  { partnerId, id: invoiceId }: Pick<Invoice, "partnerId" | "id">,
  kind: AnnouncementKind,
  aboutId: string,
  { waitsForUndo = false } = {},
): Promise<void> {
  return announceEach(tx, actor, kind, [{ partnerId, invoiceId, aboutId }], { waitsForUndo });
}

interface Announcement {
  partnerId: string;
  invoiceId: string;
  aboutId: string;
  /** Number of the message among those about the same record. For a direct debit: how often its day was put off. */
  round?: number;
}

/** As `announce`, for several invoices with one statement. */
export async function announceEach(
  tx: Database,
  actor: Actor,
  kind: AnnouncementKind,
  announcements: readonly Announcement[],
  { waitsForUndo = false } = {},
): Promise<void> {
  if (announcements.length === 0) return;
  const rows = announcements.map(({ partnerId, invoiceId, aboutId, round = 0 }) => ({
    id: newId(),
    partner_id: partnerId,
    invoice_id: invoiceId,
    about_id: aboutId,
    round,
  }));
  const heldBy = waitsForUndo ? identityOf(actor) : null;
  const whereAsked = onlyAfterMessage.includes(kind)
    ? sql`(exists (select from outgoing_messages m where m.partner_id = i.partner_id and m.invoice_id = i.id
        and m.ticket_id is null and m.about_id is null and m.state in ('sent', 'unknown', 'handing_over'))
      or exists (select from outgoing_messages m where m.partner_id = i.partner_id and m.invoice_id = i.id
        and m.about_id is not null and m.kind = 'debit_announced' and m.state in ('sent', 'unknown', 'handing_over')))`
    : sql`true`;
  await tx.execute(sql`
    insert into outgoing_messages (partner_id, id, invoice_id, kind, about_id, round, created_at, next_attempt_at, held_by, held_until)
    select i.partner_id, a.id, i.id, ${kind}, a.about_id, a.round, ${clock.now(actor).toISOString()}, ${waitsForUndo ? sql`now() + ${UNDO_WINDOW}` : sql`now()`},
      ${heldBy}::text, ${waitsForUndo ? sql`now() + ${LONGEST_WAIT}` : sql`null::timestamptz`}
    from json_to_recordset(${JSON.stringify(rows)}::json) a (id text, partner_id text, invoice_id text, about_id text, round integer)
    join invoices i on i.partner_id = a.partner_id and i.id = a.invoice_id
    join imports m on m.partner_id = i.partner_id and m.id = i.import_id and m.transmitted_at is not null
    join import_settings s on s.partner_id = i.partner_id and s.import_id = i.import_id
    where btrim(i.customer_email) <> '' and ${whereAsked}
    on conflict do nothing`);
}
