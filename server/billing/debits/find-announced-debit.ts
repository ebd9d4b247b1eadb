import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { Actor } from "@/server/actor";
import { clock } from "@/server/platform/clock";
import { whereDebitRefused } from "./debit-facts";

/** A planned debit as its payer is told of it. Amounts in cents. */
export interface AnnouncedDebit {
  id: string;
  /** Day of the collection, such as `2026-11-20`. */
  collectOn: string;
  amountCents: number;
  /** Number of times that the day was put off. */
  postponements: number;
  /** State of the debit that it collects once more; null: there is none. */
  repeats: "rejected" | "returned" | null;
  holder: string;
  iban: string;
  mandateReference: string;
  creditorIdentifier: string;
  /** The invoices that it collects, in recorded order. */
  parts: AnnouncedPart[];
}

export interface AnnouncedPart {
  invoiceId: string;
  invoiceNumber: number;
  externalInvoiceNumber: string;
  customerName: string;
  customerEmail: string | null;
  outstandingCents: number;
  /** Part of the debit. */
  amountCents: number;
  isOfInstalment: boolean;
  /** Whether the announcement of the debit on its present day waits to be sent for this invoice. */
  isToBeTold: boolean;
  /** Whether the invoice's address refused it, so that the invoice may leave the debit. */
  isRefused: boolean;
}

/**
 * Returns a planned debit by its id, with what is left of it. Undefined if it is not planned, its mandate has ended, or its account has no
 * creditor identifier in force.
 */
export async function findAnnouncedDebit(
  db: Database,
  actor: Pick<Actor, "partnerId" | "clockOffsetMs">,
  id: string,
): Promise<AnnouncedDebit | undefined> {
  const [found] = await db.execute<Omit<AnnouncedDebit, "amountCents">>(sql`
    select d.id, d.collect_on::text as "collectOn", d.postponements, (select earlier.status from debits earlier where earlier.partner_id = d.partner_id and earlier.id = d.repeats_debit_id) as "repeats", m.holder, m.iban, m.reference as "mandateReference",
      (select details.creditor_identifier from bank_account_details details
        where details.partner_id = d.partner_id and details.bank_account_id = d.bank_account_id and details.withdrawn_at is null
          and details.in_force_at <= ${clock.now(actor).toISOString()}::timestamptz
        order by details.in_force_at desc limit 1) as "creditorIdentifier",
      (select json_agg(json_build_object('invoiceId', i.id, 'invoiceNumber', i.invoice_number, 'externalInvoiceNumber', i.external_invoice_number,
          'customerName', customer_name(i.customer_organization, i.customer_prefix, i.customer_first_name, i.customer_infix, i.customer_last_name),
          'customerEmail', i.customer_email, 'outstandingCents', i.amount_total_cents, 'amountCents', p.amount_cents,
          'isOfInstalment', p.instalment_plan_id is not null,
          'isToBeTold', exists (select from outgoing_messages o where o.partner_id = i.partner_id and o.invoice_id = i.id
            and o.kind = 'debit_announced' and o.about_id = d.id and o.round = d.postponements and o.state = 'waiting'),
          'isRefused', ${whereDebitRefused(sql`i.id`)}) order by i.invoice_number)
        from payments p join invoices i on i.partner_id = p.partner_id and i.id = p.invoice_id
        where p.partner_id = d.partner_id and p.debit_id = d.id and p.status = 'scheduled') as parts
    from debits d join mandates m on m.partner_id = d.partner_id and m.id = d.mandate_id and m.ended_at is null
    where d.partner_id = ${actor.partnerId} and d.id = ${id} and d.status = 'planned'`);
  if (!found?.creditorIdentifier || !found.parts) return undefined;
  return { ...found, amountCents: found.parts.reduce((sum, { amountCents }) => sum + amountCents, 0) };
}
