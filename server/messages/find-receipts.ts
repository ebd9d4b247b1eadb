import { and, eq, inArray, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database } from "@/db/client";
import { type OutgoingMessage, outgoingMessages } from "@/db/schema/collections";
import { companies } from "@/db/schema/companies";
import { invoices } from "@/db/schema/invoices";
import { waitsForUndo } from "@/server/bank/payments/held-receipts";
import { payerCountry } from "@/server/billing/collection/late-fee-cap";
import { forgivenCents } from "@/server/billing/payments/forgiven-cents";
import { whereAccountNeeded } from "@/server/billing/refunds/account-needed";

/** A payment, or an undone one, that the customer has not been told of yet. Amounts in cents. */
export interface Receipt {
  /** Payment id. */
  aboutId: string;
  amountCents: number;
  invoiceId: string;
  invoiceNumber: number;
  externalInvoiceNumber: string;
  customerName: string;
  customerEmail: string | null;
  /** Amount that is left to pay of the invoice, in cents. Below 0: the customer is owed it. */
  outstandingCents: number;
  /** Late-payment fee that was credited with the payment, because it was in time; null: none. */
  forgivenCents: number | null;
  /** The customer's country, else the company's. It decides what the late-payment fee is called. */
  country: string;
  /** Whether the customer must name an account before money can be given back. */
  isAccountNeeded: boolean;
}

const o = alias(outgoingMessages, "o");

/**
 * Returns the payments, besides the message's own, of the same transfer on invoices of the same company and e-mail address, so that one
 * message announces all of them. Receipts that still wait for a possible Undo are left out, and those of payments that were taken back.
 */
export async function findReceipts(
  db: Database,
  { partnerId, id, kind, aboutId }: Pick<OutgoingMessage, "partnerId" | "id" | "kind" | "aboutId">,
): Promise<Receipt[]> {
  const rows = await db.execute<Row>(sql`
    select o.about_id as "aboutId", other.amount_cents::text as "amountCents", i.id as "invoiceId", i.invoice_number::text as "invoiceNumber", i.external_invoice_number as "externalInvoiceNumber",
      customer_name(i.customer_organization, i.customer_prefix, i.customer_first_name, i.customer_infix, i.customer_last_name) as "customerName",
      i.customer_email as "customerEmail", i.amount_total_cents::text as "outstandingCents", ${forgivenCents("other")}::text as "forgivenCents"
    from payments p
    join invoices own on own.partner_id = p.partner_id and own.id = p.invoice_id
    join payments other on other.partner_id = p.partner_id and other.bank_transaction_id = p.bank_transaction_id and other.id <> p.id
      and (other.undone_by is not null) = ${kind === "booking_undone"} and (other.charged_back_at is not null) = ${kind === "booking_undone"}
    join invoices i on i.partner_id = other.partner_id and i.id = other.invoice_id and i.company_id = own.company_id 
      and customer_key(i.customer_email, i.id) = customer_key(own.customer_email, own.id)
    join outgoing_messages o on o.partner_id = i.partner_id and o.invoice_id = i.id and o.kind = ${kind} and o.about_id = other.id
      and o.state = 'waiting' and o.id <> ${id} and not ${waitsForUndo(o)}
    where p.partner_id = ${partnerId} and p.id = ${aboutId} and p.bank_transaction_id is not null`);
  const customers = await findCustomers(
    db,
    partnerId,
    rows.map(({ invoiceId }) => invoiceId),
  );
  return rows.map(({ invoiceNumber, amountCents, outstandingCents, forgivenCents: forgiven, ...row }) => ({
    ...row,
    invoiceNumber: Number(invoiceNumber),
    amountCents: Number(amountCents),
    outstandingCents: Number(outstandingCents),
    forgivenCents: forgiven === null ? null : Number(forgiven),
    country: customers.get(row.invoiceId)?.country ?? "",
    isAccountNeeded: customers.get(row.invoiceId)?.isAccountNeeded ?? false,
  }));
}

type CustomerFacts = Pick<Receipt, "country" | "isAccountNeeded">;

/** Returns facts about the customers of these invoices, by the invoices' ids. */
async function findCustomers(db: Database, partnerId: string, invoiceIds: string[]): Promise<Map<string, CustomerFacts>> {
  if (invoiceIds.length === 0) return new Map();
  const rows = await db
    .select({ id: invoices.id, country: payerCountry, isAccountNeeded: whereAccountNeeded })
    .from(invoices)
    .innerJoin(companies, and(eq(companies.partnerId, invoices.partnerId), eq(companies.id, invoices.companyId)))
    .where(and(eq(invoices.partnerId, partnerId), inArray(invoices.id, invoiceIds)));
  return new Map(rows.map(({ id, ...facts }) => [id, facts]));
}

/** A row as Postgres returns it: numbers as texts. */
interface Row extends Record<string, unknown> {
  aboutId: string;
  amountCents: string;
  invoiceId: string;
  invoiceNumber: string;
  externalInvoiceNumber: string;
  customerName: string;
  customerEmail: string | null;
  outstandingCents: string;
  forgivenCents: string | null;
}
