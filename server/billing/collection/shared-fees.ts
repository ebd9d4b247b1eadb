import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { OutgoingMessage } from "@/db/schema/collections";
import { invoices } from "@/db/schema/invoices";
import { sharedLateFees } from "@/db/schema/shared-late-fees";
import type { Share } from "./share-fee";

/** Place of an invoice's fee that several invoices share, as a reminder named it that was sent or may have been. */
export interface StoredShare {
  /** Invoice on which the fee stands. */
  onInvoiceId: string;
  /** Whether both are still of one household. */
  isOfHousehold: boolean;
}

const inHousehold = (one: ReturnType<typeof sql>, other: ReturnType<typeof sql>) => sql`exists (
  select from household_members one join household_members other on other.partner_id = one.partner_id and other.lead_invoice_id = one.lead_invoice_id
  where one.partner_id = s.partner_id and one.invoice_id = ${one} and other.invoice_id = ${other})`;

const named = sql`shared_late_fees s join outgoing_messages reminder on reminder.partner_id = s.partner_id and reminder.id = s.message_id
  and reminder.state in ('sent', 'unknown')`;

/** SQL for the place of an invoice's fee, as the first reminder that asked for the invoice with others named it; null if none did. */
export const storedShare = sql<StoredShare | null>`(select json_build_object('onInvoiceId', s.on_invoice_id, 'isOfHousehold', ${inHousehold(sql`s.invoice_id`, sql`s.on_invoice_id`)})
  from ${named} where s.partner_id = ${invoices.partnerId} and s.invoice_id = ${invoices.id} order by s.message_id limit 1)`;

/** Another invoice whose amount counts towards the fee on an invoice. */
export interface CountedShare {
  id: string;
  /** Whether both are still of one household. */
  isOfHousehold: boolean;
}

/** SQL for the other invoices whose amounts count towards the fee on this one. */
export const countedShares = sql<CountedShare[]>`(
  select coalesce(json_agg(distinct jsonb_build_object('id', s.invoice_id, 'isOfHousehold', ${inHousehold(sql`s.invoice_id`, sql`s.on_invoice_id`)})), '[]'::json)
  from ${named} where s.partner_id = ${invoices.partnerId} and s.on_invoice_id = ${invoices.id} and s.is_counted)`;

/** Returns the other invoices that never get a fee of their own, because a reminder named the one on this invoice for them (`storedShare`). */
export async function findSharing(db: Database, partnerId: string, onInvoiceId: string): Promise<string[]> {
  const found = await db.execute<{ id: string }>(sql`
    select first.id from (
      select distinct on (s.invoice_id) s.invoice_id as id, s.on_invoice_id from ${named}
      where s.partner_id = ${partnerId} and s.invoice_id = any(array(
        select shared.invoice_id from shared_late_fees shared where shared.partner_id = ${partnerId} and shared.on_invoice_id = ${onInvoiceId}))
      order by s.invoice_id, s.message_id) first
    where first.on_invoice_id = ${onInvoiceId}`);
  return found.map(({ id }) => id);
}

/** Condition: the amount counts towards a fee on another invoice. */
export const isCountedElsewhere = sql<boolean>`exists (select from ${named}
  where s.partner_id = ${invoices.partnerId} and s.invoice_id = ${invoices.id} and s.is_counted)`;

/** Condition: a reminder has named a fee on the invoice (`isToldOfFee`). */
export const isTold = sql<boolean>`exists (select from outgoing_messages told where told.partner_id = ${invoices.partnerId}
  and told.invoice_id = ${invoices.id} and told.grace_until is not null and told.state in ('sent', 'unknown') and told.about_id is null and told.ticket_id is null)`;

/** Naming of a late-payment fee by a reminder. */
export interface FeeNaming {
  messageId: string;
  /** Whether the reminder is being sent, so that its outcome is open. */
  isGoing: boolean;
}

/**
 * Returns the reminders, except the given one and those that it includes, that named a fee for one of these invoices, on it or elsewhere.
 * Two reminders sent at once must not name two fees for one invoice.
 */
export async function findNamings(
  db: Database,
  { partnerId, id }: Pick<OutgoingMessage, "partnerId" | "id">,
  invoiceIds: readonly string[],
): Promise<FeeNaming[]> {
  const ids = sql`${`{${invoiceIds.join(",")}}`}::text[]`;
  return [
    ...(await db.execute<FeeNaming & Record<string, unknown>>(sql`
      select m.id as "messageId", m.state = 'handing_over' as "isGoing"
      from outgoing_messages m
      where m.partner_id = ${partnerId} and m.state in ('handing_over', 'sent', 'unknown') and m.id <> ${id} and coalesce(m.carried_by, '') <> ${id}
        and (m.invoice_id = any(${ids}) and m.grace_until is not null and m.about_id is null and m.ticket_id is null
          or m.id = any(array(select s.message_id from shared_late_fees s where s.partner_id = ${partnerId} and s.invoice_id = any(${ids}))))
      order by m.id`)),
  ];
}

/** Records the invoices whose fees stand on others once this reminder is sent. Replaces the records of an earlier attempt. */
export async function recordShares(
  tx: Database,
  { partnerId, id: messageId }: Pick<OutgoingMessage, "partnerId" | "id">,
  shares: readonly Share[],
): Promise<void> {
  await tx.delete(sharedLateFees).where(and(eq(sharedLateFees.partnerId, partnerId), eq(sharedLateFees.messageId, messageId)));
  if (shares.length > 0) await tx.insert(sharedLateFees).values(shares.map((share) => ({ partnerId, messageId, ...share })));
}
