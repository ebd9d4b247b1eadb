import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { textArray } from "@/db/array-text";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { contactChanges } from "@/db/schema/contact-changes";
import { customerEmailHash, invoices } from "@/db/schema/invoices";
import type { Actor } from "@/server/actor";
import { provenEmail } from "@/server/billing/contact-changes/proven-contact";
import { requireInvoice } from "@/server/billing/invoices/find-invoice";
import { customerKey } from "@/server/domain/rules/customer-key";

/**
 * The customer that a request about data concerns:
 * - `email`: the customer with this address on the partner's invoices, also if it was set on the page, because people who ask by the address
 *   know its owner.
 * - `invoiceId`: the customer of an invoice, known by its proven address (`provenEmail`). An address that a customer set on the page may be
 *   another person's, so it connects no invoices: neither this one with others, nor others with this one (decision 0209).
 */
export type CustomerAsked = { email: string } | { invoiceId: string };

/**
 * Returns the ids of all of the partner's invoices for the customer, oldest first: those with the same e-mail address, or one invoice without
 * a proven address. The invoices may belong to companies that the actor does not see, because a customer's request covers all of their data.
 * Throws `invalid_invoice_id`.
 */
export async function findCustomerInvoices(db: Database, actor: Actor, asked: CustomerAsked): Promise<string[]> {
  const isByInvoice = "invoiceId" in asked;
  const email = isByInvoice ? await findProvenEmail(db, actor, asked.invoiceId) : asked.email.trim();
  const key = customerKey(email, "");
  if (key === "") return isByInvoice ? [asked.invoiceId] : [];
  const rows = await db
    .select({ id: invoices.id })
    .from(invoices)
    .where(
      and(
        eq(invoices.partnerId, actor.partnerId),
        sql`${invoices.customerEmail} <> '' and ${customerEmailHash(invoices)} = hashtextextended(${key}, 0)`,
        sql`customer_key(${isByInvoice ? provenEmail : invoices.customerEmail}, ${invoices.id}) = ${key}`,
      ),
    )
    .orderBy(asc(invoices.id));
  return rows.map(({ id }) => id);
}

async function findProvenEmail(db: Database, actor: Actor, invoiceId: string): Promise<string | null> {
  await requireInvoice(db, actor, invoiceId);
  const here = and(eq(invoices.partnerId, actor.partnerId), eq(invoices.id, invoiceId));
  return only(await db.select({ email: provenEmail }).from(invoices).where(here)).email;
}

/**
 * Returns the keys by which the customer's mandates are recorded (`customerKey`):
 * - that of the address asked for;
 * - those of the invoices' proven addresses, or of the invoices alone;
 * - those of addresses that the company stated before (`findFormerAddresses`), except addresses by which another invoice's payer is known now.
 */
export async function findCustomerKeys(db: Database, actor: Actor, asked: CustomerAsked, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ id: invoices.id, email: provenEmail })
    .from(invoices)
    .where(and(eq(invoices.partnerId, actor.partnerId), inArray(invoices.id, [...ids])));
  const own = rows.map(({ id, email }) => customerKey(email, id));
  const former = (await findFormerAddresses(db, actor, ids)).map((email) => customerKey(email, ""));
  const ofOthers = await findKeysInUse(db, actor, former);
  const keys = new Set([
    ...("email" in asked ? [customerKey(asked.email, "")] : []),
    ...own,
    ...former.filter((key) => !ofOthers.has(key)),
  ]);
  return [...keys].filter((key) => key !== "");
}

/** Returns those of the keys by which an invoice's payer is known now. */
async function findKeysInUse(db: Database, { partnerId }: Actor, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const given = textArray(keys);
  const key = sql<string>`customer_key(${provenEmail}, ${invoices.id})`;
  const rows = await db
    .select({ key })
    .from(invoices)
    .where(
      and(
        eq(invoices.partnerId, partnerId),
        sql`${invoices.customerEmail} <> '' and ${customerEmailHash(invoices)} in (select hashtextextended(given, 0) from unnest(${given}::text[]) given)`,
        sql`${key} = any(${given}::text[])`,
      ),
    );
  return new Set(rows.map((row) => row.key));
}

/**
 * Returns the e-mail addresses that the company had stated for these invoices before their customers set others on the page. A customer may set
 * several addresses one after the other. They end together, so the first of them replaced the company's address, and the others replaced
 * addresses that the customer had set, which may be another person's.
 */
async function findFormerAddresses(db: Database, { partnerId }: Actor, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .select()
    .from(contactChanges)
    .where(and(eq(contactChanges.partnerId, partnerId), inArray(contactChanges.invoiceId, [...ids]), eq(contactChanges.kind, "email")))
    .orderBy(asc(contactChanges.createdAt), asc(contactChanges.id));
  const replaced = new Map<string, string | null>();
  for (const { invoiceId, endedAt, formerEmail } of rows) {
    const sequence = `${invoiceId} ${endedAt?.toISOString()}`;
    if (!replaced.has(sequence)) replaced.set(sequence, formerEmail);
  }
  return [...replaced.values()].flatMap((email) => email ?? []);
}
