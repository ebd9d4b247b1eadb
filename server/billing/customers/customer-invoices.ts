import { and, asc, eq, inArray, isNotNull, sql } from "drizzle-orm";
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
 * A customer: everybody with this e-mail address among the partner's invoices, or the customer of one invoice. An address that the customer of
 * that invoice set on their page does not count: it may be another person's, whose data are not theirs (decision 0189).
 */
export type CustomerAsked = { email: string } | { invoiceId: string };

/**
 * Returns the ids of all of the partner's invoices for the customer, oldest first: those with the same e-mail address, or one invoice without
 * a proven address. The invoices may belong to companies that the actor does not see, because a customer's request covers all of their data.
 * Throws `invalid_invoice_id`.
 */
export async function findCustomerInvoices(db: Database, actor: Actor, asked: CustomerAsked): Promise<string[]> {
  const email = "email" in asked ? asked.email.trim() : await findProvenEmail(db, actor, asked.invoiceId);
  const key = customerKey(email, "");
  if (key === "") return "invoiceId" in asked ? [asked.invoiceId] : [];
  const rows = await db
    .select({ id: invoices.id })
    .from(invoices)
    .where(
      and(
        eq(invoices.partnerId, actor.partnerId),
        sql`${customerEmailHash(invoices)} = hashtextextended(${key}, 0)`,
        sql`${invoices.customerEmail} <> '' and customer_key(${invoices.customerEmail}, ${invoices.id}) = ${key}`,
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
 * - those of the invoices;
 * - those of former addresses of the invoices that no invoice has now.
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

/** Returns those of the keys that an invoice has now. */
async function findKeysInUse(db: Database, { partnerId }: Actor, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const given = textArray(keys);
  const key = sql<string>`customer_key(${invoices.customerEmail}, ${invoices.id})`;
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

/** Returns the e-mail addresses that customers of these invoices had before they corrected them. */
export async function findFormerAddresses(db: Database, { partnerId }: Actor, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ email: contactChanges.formerEmail })
    .from(contactChanges)
    .where(
      and(eq(contactChanges.partnerId, partnerId), inArray(contactChanges.invoiceId, [...ids]), isNotNull(contactChanges.formerEmail)),
    );
  return rows.flatMap(({ email }) => email ?? []);
}
