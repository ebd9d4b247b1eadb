import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type CollectedRow, findCollectedInvoices } from "./collected-invoices";
import { expectedFee, type PayersInvoice } from "./share-fee";

/**
 * Returns the invoices, each with the late-payment fee that it will share with other invoices of its payer as `sharedFee`, so that pages before a
 * reminder agree with the reminder.
 */
export async function expectSharedFees(
  db: Database,
  partnerId: string,
  invoices: readonly CollectedRow[],
  now: Date,
): Promise<CollectedRow[]> {
  const mates = await findMates(
    db,
    partnerId,
    invoices.map(({ id }) => id),
  );
  // An invoice without a household has no mates.
  if (mates.length === 0) return [...invoices];
  const collected = await findCollectedInvoices(
    db,
    partnerId,
    mates.map(({ id }) => id),
  );
  const found = new Map(collected.map((each) => [each.id, each]));
  return invoices.map((invoice) => {
    const ofPayer = mates.filter(({ of }) => of === invoice.id);
    const own = ofPayer.find(({ id }) => id === invoice.id);
    if (!own) return invoice;
    const others = ofPayer.flatMap(({ id, invoiceNumber }): PayersInvoice[] => {
      const other = found.get(id);
      return other && id !== invoice.id ? [{ ...other, invoiceNumber: Number(invoiceNumber), collected: other }] : [];
    });
    const itself = { ...invoice, invoiceNumber: Number(own.invoiceNumber), collected: invoice };
    return { ...invoice, sharedFee: expectedFee(itself, others, now) };
  });
}

interface Mate extends Record<string, unknown> {
  /** Invoice that was asked about. One of the rows is that invoice itself. */
  of: string;
  id: string;
  invoiceNumber: string;
}

/** Finds, for each invoice, all invoices of its payer in its household. Uses the same rule as `findHousehold`, in one query for many. */
function findMates(db: Database, partnerId: string, invoiceIds: readonly string[]): Promise<Mate[]> {
  return db.execute<Mate>(sql`
    with asked as materialized (
      select m.invoice_id, m.lead_invoice_id from household_members m
      where m.partner_id = ${partnerId} and m.invoice_id = any(${`{${invoiceIds.join(",")}}`}::text[])
    ), payers as materialized (
      select lead.lead_invoice_id, payer.invoice_id, payer.email
      from (select distinct lead_invoice_id from asked) lead cross join lateral household_payers(${partnerId}, lead.lead_invoice_id) payer
    )
    select own.invoice_id as "of", i.id, i.invoice_number::text as "invoiceNumber"
    from asked join payers own on own.invoice_id = asked.invoice_id
    join payers payer on payer.lead_invoice_id = asked.lead_invoice_id
      and (payer.invoice_id = own.invoice_id or payer.email <> '' and payer.email = own.email)
    join invoices i on i.partner_id = ${partnerId} and i.id = payer.invoice_id
    order by i.invoice_number`);
}
