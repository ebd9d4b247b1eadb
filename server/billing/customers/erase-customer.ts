import { and, eq, inArray, isNotNull, ne, notExists, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { idempotencyKeys } from "@/db/schema/idempotency-keys";
import { invoices } from "@/db/schema/invoices";
import { mails } from "@/db/schema/mails";
import { tickets } from "@/db/schema/tickets";
import { users } from "@/db/schema/users";
import type { Actor } from "@/server/actor";
import { eraseMandates, findMandatesOfCustomer } from "@/server/billing/mandates/erase-mandates";
import { DomainError } from "@/server/errors";
import { recordEvent } from "@/server/platform/audit/record-event";
import { transact } from "@/server/platform/transact";
import { type CustomerAsked, findCustomerInvoices, findCustomerKeys, findFormerAddresses } from "./customer-invoices";
import { aboutOf } from "./export-customer";

/**
 * Erases a customer (GDPR, article 17) from all of the partner's invoices, and returns their number.
 * - Erases names, contact, account, free text and search text, also in the payments on bank statements and in refund files that moved their money.
 * - Deletes their mandates.
 * - Keeps amounts, lines and sums, because the law requires accounting records.
 *
 * Throws `invalid_invoice_id`, and `customer_not_settled` while the details are still needed: the lines of an invoice, transmitted or not, do not
 * add up to 0, or a part of a payment for an invoice waits at the desk or is being sent back.
 */
export async function eraseCustomer(db: Database, actor: Actor, asked: CustomerAsked): Promise<{ invoices: number }> {
  return transact(db, actor, async (tx) => {
    const ids = await findCustomerInvoices(tx, actor, asked);
    const found = await tx
      .select({
        id: invoices.id,
        isSettled: sql<boolean>`is_settled(${invoices.partnerId}, ${invoices.id})`,
        email: invoices.customerEmail,
      })
      .from(invoices)
      .where(and(eq(invoices.partnerId, actor.partnerId), inArray(invoices.id, ids)))
      .orderBy(invoices.id)
      .for("no key update");
    if (found.some(({ isSettled }) => !isSettled)) throw new DomainError("customer_not_settled");
    // After the locks, for which a mandate that is given at the same time waits.
    const keys = await findCustomerKeys(tx, actor, asked, ids);
    const mandateIds = (await findMandatesOfCustomer(tx, actor, keys)).map(({ id }) => id);
    if (ids.length === 0 && mandateIds.length === 0) return { invoices: 0 };
    await forgetMails(tx, [...new Set([...found.flatMap(({ email }) => email ?? []), ...(await findFormerAddresses(tx, actor, ids))])]);
    await forgetKeptAnswers(tx, actor, [...ids, ...mandateIds]);
    const mandatesCount = await eraseMandates(tx, actor, mandateIds);
    const invoicesCount = await eraseInvoices(tx, actor.partnerId, ids);
    await recordEvent(tx, actor, "customer_erased", {
      about: aboutOf(asked),
      after: { invoices: invoicesCount, ...(mandatesCount > 0 && { mandates: mandatesCount }) },
    });
    return { invoices: invoicesCount };
  });
}

/**
 * Erases customers from invoices through a function of the database, which alone may blank protected columns. Skips invoices that are not
 * settled. Returns the number of erased invoices.
 */
export async function eraseInvoices(tx: Database, partnerId: string, ids: readonly string[]): Promise<number> {
  const rows = await tx.execute<{ erased: string }>(sql`select erase_invoices(${partnerId}, ${`{${ids.join(",")}}`}::text[]) as erased`);
  return Number(only(rows).erased);
}

/** Deletes mails to the customer about their own details. Mails to a person of the portal with the same address stay. */
async function forgetMails(tx: Database, emails: string[]): Promise<void> {
  if (emails.length === 0) return;
  const ofUser = tx.select({ id: users.id }).from(users).where(eq(users.email, mails.recipient));
  await tx.delete(mails).where(and(inArray(mails.recipient, emails), notExists(ofUser)));
}

/**
 * Blanks the stored answers that contain one of these ids, of invoices and mandates, or the id of a ticket of these invoices. The idempotency
 * keys stay, so that the requests are not carried out twice.
 */
async function forgetKeptAnswers(tx: Database, { partnerId }: Actor, ids: string[]): Promise<void> {
  const ofInvoices = await tx
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(eq(tickets.partnerId, partnerId), inArray(tickets.invoiceId, ids)));
  const patterns = [...ids, ...ofInvoices.map(({ id }) => id)].map((id) => `%${id}%`);
  await tx
    .update(idempotencyKeys)
    .set({ body: "{}" })
    .where(
      and(
        eq(idempotencyKeys.partnerId, partnerId),
        isNotNull(idempotencyKeys.body),
        ne(idempotencyKeys.body, "{}"),
        sql`${idempotencyKeys.body} like any (${`{${patterns.join(",")}}`}::text[])`,
      ),
    );
}
