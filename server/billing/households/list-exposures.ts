import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";

/** A household with two addresses that an upgrade dissolved. Times are in ISO 8601; business times by the partner's clock. */
export interface Exposure {
  partnerId: string;
  partnerName: string;
  isSandbox: boolean;
  /** Whether staff joined the invoices. False: they had one address when their import was transmitted, and one was corrected later. */
  isByHand: boolean;
  /**
   * Earliest time at which one customer could see the other's data: when staff joined the invoices, or when one of them first changed
   * afterwards.
   */
  since: string;
  /** When the upgrade dissolved the household. */
  until: string;
  invoices: ExposedInvoice[];
}

interface ExposedInvoice {
  invoiceId: string;
  invoiceNumber: number;
  externalInvoiceNumber: string;
  /** Address at the upgrade; null if there was none, or it was erased. */
  email: string | null;
  /** When this customer's page was first opened. It showed names, amounts and links of the invoices in `couldSee`. */
  pageOpenedAt: string | null;
  /** Invoices of customers with another address that this customer's page and mails could reveal. */
  couldSee: {
    invoiceId: string;
    /** Times, after `since`, of mails about this invoice that covered the other one. */
    mailedAt: string[];
    /** Whether the other invoice's link that the page showed is still valid. If so, replace it. */
    isLinkValid: boolean;
  }[];
}

/**
 * Lists customers who could have seen another customer's name, amount and link through their household, oldest first. This was possible
 * before members with another address left automatically.
 */
export async function listExposures(db: Database): Promise<Exposure[]> {
  const rows = await db.execute<{ exposure: Exposure }>(sql`
    with members as materialized (
      select e.partner_id, e.lead_invoice_id, e.invoice_id, e.email, e.joined_at, e.found_at, i.invoice_number, i.external_invoice_number
      from household_exposures e join invoices i on i.partner_id = e.partner_id and i.id = e.invoice_id
    ), by_staff as (
      select s.partner_id, min(s.happened_at) as at, m.lead_invoice_id
      from members m join security_events s on s.partner_id = m.partner_id and s.kind = 'household_changed' and s.before is null and s.after -> 'invoices' ? m.invoice_id
      group by s.partner_id, m.lead_invoice_id
    ), corrected as (
      select m.partner_id, m.lead_invoice_id, min(c.changed_at) as at
      from members m join changes c on c.partner_id = m.partner_id and c.record_id = m.invoice_id and c.kind = 'updated' and c.changed_at between m.joined_at and m.found_at
      group by m.partner_id, m.lead_invoice_id
    ), households as (
      select m.partner_id, m.lead_invoice_id, s.at is not null as is_by_hand, coalesce(s.at, c.at, min(m.joined_at)) as since, min(m.found_at) as until
      from members m
      left join by_staff s on s.partner_id = m.partner_id and s.lead_invoice_id = m.lead_invoice_id
      left join corrected c on c.partner_id = m.partner_id and c.lead_invoice_id = m.lead_invoice_id
      group by m.partner_id, m.lead_invoice_id, s.at, c.at
    )
    select json_build_object(
      'partnerId', h.partner_id, 'partnerName', p.name, 'isSandbox', p.is_sandbox, 'isByHand', h.is_by_hand, 'since', h.since, 'until', h.until,
      'invoices', (
        select json_agg(json_build_object(
          'invoiceId', m.invoice_id, 'invoiceNumber', m.invoice_number, 'externalInvoiceNumber', m.external_invoice_number, 'email', m.email,
          'pageOpenedAt', (select min(l.opened_at) from customer_links l where l.partner_id = m.partner_id and l.invoice_id = m.invoice_id),
          'couldSee', (
            select coalesce(json_agg(json_build_object(
              'invoiceId', o.invoice_id,
              'mailedAt', (
                select coalesce(json_agg(told.created_at order by told.created_at), '[]')
                from outgoing_messages carrying
                join outgoing_messages carried on carried.partner_id = carrying.partner_id and carried.carried_by = carrying.id and carried.invoice_id = o.invoice_id
                join messages told on told.partner_id = carrying.partner_id and told.id = carrying.id
                where carrying.partner_id = m.partner_id and carrying.invoice_id = m.invoice_id and carrying.state in ('sent', 'unknown', 'handing_over')
                  and told.created_at >= h.since
              ),
              'isLinkValid', exists (
                select from customer_links l
                where l.partner_id = o.partner_id and l.invoice_id = o.invoice_id and l.revoked_at is null and l.created_at <= h.until
              )
            ) order by o.invoice_number), '[]')
            from members o
            where o.partner_id = m.partner_id and o.lead_invoice_id = m.lead_invoice_id and o.invoice_id <> m.invoice_id and o.email is distinct from m.email
          )
        ) order by m.invoice_number)
        from members m where m.partner_id = h.partner_id and m.lead_invoice_id = h.lead_invoice_id
      )
    ) as exposure
    from households h join partners p on p.id = h.partner_id
    order by h.since, h.partner_id, h.lead_invoice_id`);
  return rows.map(({ exposure }) => exposure);
}
