import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";

/**
 * A former household whose invoices had different e-mail addresses, dissolved by an upgrade, or by staff before it. Times are in ISO 8601.
 * The partner's clock differs from real time only in a sandbox.
 */
export interface Exposure {
  partnerId: string;
  partnerName: string;
  isSandbox: boolean;
  /** Whether staff joined the invoices. False: all had one address when their import was transmitted, and one address was corrected later. */
  isByHand: boolean;
  /**
   * Earliest time at which one customer could see the other's data, in real time. If staff joined the invoices: when they did so. Otherwise:
   * when one of the invoices first changed after they were joined; if none did, when they were joined (by the partner's clock).
   */
  since: string;
  /** When the upgrade found the household, in real time. */
  until: string;
  invoices: ExposedInvoice[];
}

interface ExposedInvoice {
  invoiceId: string;
  invoiceNumber: number;
  externalInvoiceNumber: string;
  /** E-mail address at the upgrade, in lower case; null if there was none, or it was erased. */
  email: string | null;
  /** When this customer's page was first opened, by the partner's clock. It showed names, amounts and links of the invoices in `couldSee`. */
  pageOpenedAt: string | null;
  /** Invoices of customers with another address that this customer's page and mails could reveal. */
  couldSee: {
    invoiceId: string;
    /** Times, after `since` and by the partner's clock, of mails about this invoice that covered the other one. */
    mailedAt: string[];
    /** Whether the other invoice's link that the page showed is still valid. If so, replace it. */
    isLinkValid: boolean;
  }[];
}

/**
 * Lists customers who could have seen another customer's name, amount and link through their household, oldest first. Only earlier versions exposed
 * customers: now a member whose e-mail address differs leaves the household automatically.
 */
export async function listExposures(db: Database): Promise<Exposure[]> {
  // An event without `before` is a joining. A message has the id of its outgoing message, and mails in the three states may have arrived.
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
                select coalesce(json_agg(message.created_at order by message.created_at), '[]')
                from outgoing_messages mail
                join outgoing_messages covered on covered.partner_id = mail.partner_id and covered.carried_by = mail.id and covered.invoice_id = o.invoice_id
                join messages message on message.partner_id = mail.partner_id and message.id = mail.id
                where mail.partner_id = m.partner_id and mail.invoice_id = m.invoice_id and mail.state in ('sent', 'unknown', 'handing_over')
                  and message.created_at >= h.since
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
