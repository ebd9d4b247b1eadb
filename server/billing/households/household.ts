import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { Actor } from "@/server/actor";
import { requireInvoice } from "@/server/billing/invoices/find-invoice";

/** An invoice that is asked for and paid together with others. Amounts in cents. */
export interface HouseholdInvoice {
  id: string;
  invoiceNumber: number;
  externalInvoiceNumber: string;
  customerName: string;
  /** The customer's own address; null if there is none. */
  customerEmail: string | null;
  /**
   * Whether this customer has the same payer as the invoice that the household was looked up by, so that names may be shown. If not, only numbers
   * and amounts may be.
   */
  isOfSamePayer: boolean;
  outstandingCents: number;
  /** Whether an amount is to be paid, with no payment in progress and no direct debit planned. */
  isOpen: boolean;
  /**
   * Whether the messages may be about to change: the plan is due to be carried out, or the invoice is not in the queue `collections` yet.
   */
  isDueToBeLookedAt: boolean;
}

/** Invoices of one import that are asked for and paid together. */
export interface Household {
  /** Our number of the leading invoice, whose reference pays all of them. */
  leadNumber: number;
  /** At least two, in recorded order. */
  invoices: HouseholdInvoice[];
}

/** Returns the household of an invoice; null if the invoice is alone. */
export async function findHousehold(
  db: Database,
  { partnerId, clockOffsetMs }: Pick<Actor, "partnerId" | "clockOffsetMs">,
  invoiceId: string,
): Promise<Household | null> {
  // Determines payers once for the household, and not at all for an invoice without a household.
  const rows = await db.execute<Row>(sql`
    with mine as materialized (
      select m.partner_id, m.invoice_id, m.lead_invoice_id from household_members m where m.partner_id = ${partnerId} and m.invoice_id = ${invoiceId}
    ), payers as materialized (
      select payer.invoice_id, payer.email from mine, household_payers(mine.partner_id, mine.lead_invoice_id) payer
    )
    select i.id, i.invoice_number::text as "invoiceNumber", i.external_invoice_number as "externalInvoiceNumber",
      customer_name(i.customer_organization, i.customer_prefix, i.customer_first_name, i.customer_infix, i.customer_last_name) as "customerName",
      i.customer_email as "customerEmail", i.id = m.invoice_id or (payer.email <> '' and payer.email = own.email) as "isOfSamePayer", i.amount_total_cents::text as "outstandingCents", lead.invoice_number::text as "leadNumber",
      i.retracted_at is null and i.amount_total_cents > 0
        and not exists (select from payments p where p.partner_id = i.partner_id and p.invoice_id = i.id
          and (p.status = 'pending' or p.debit_id is not null and p.status = 'scheduled')) as "isOpen",
      coalesce(c.next_at <= now() + ${clockOffsetMs} * interval '1 millisecond', c.invoice_id is null) as "isDueToBeLookedAt"
    from mine m
    join payers own on own.invoice_id = m.invoice_id
    cross join payers payer
    join invoices i on i.partner_id = m.partner_id and i.id = payer.invoice_id
    join invoices lead on lead.partner_id = m.partner_id and lead.id = m.lead_invoice_id
    left join collections c on c.partner_id = i.partner_id and c.invoice_id = i.id
    order by i.invoice_number`);
  const [first] = rows;
  if (!first || rows.length < 2) return null;
  return {
    leadNumber: Number(first.leadNumber),
    invoices: rows.map(({ leadNumber, invoiceNumber, outstandingCents, ...row }) => ({
      ...row,
      invoiceNumber: Number(invoiceNumber),
      outstandingCents: Number(outstandingCents),
    })),
  };
}

/** As `findHousehold`, after checking that the actor may see the invoice. Throws `invalid_invoice_id`. */
export async function getHousehold(db: Database, actor: Actor, invoiceId: string): Promise<Household | null> {
  await requireInvoice(db, actor, invoiceId);
  return findHousehold(db, actor, invoiceId);
}

interface Row extends Record<string, unknown>, Omit<HouseholdInvoice, "invoiceNumber" | "outstandingCents"> {
  invoiceNumber: string;
  outstandingCents: string;
  leadNumber: string;
}

/** Returns the invoices with an amount to pay, no payment in progress and no direct debit planned. */
export function openOnes({ invoices }: Household): HouseholdInvoice[] {
  return invoices.filter(({ isOpen }) => isOpen);
}

/** Returns the sum of the outstanding amounts, in cents. */
export function sumOutstanding(invoices: readonly Pick<HouseholdInvoice, "outstandingCents">[]): number {
  return invoices.reduce((sum, { outstandingCents }) => sum + outstandingCents, 0);
}
