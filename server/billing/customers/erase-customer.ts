import { and, eq, inArray, isNotNull, ne, or, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { outgoingMessages } from "@/db/schema/collections";
import { idempotencyKeys } from "@/db/schema/idempotency-keys";
import { invoices } from "@/db/schema/invoices";
import { mailCheckCodes } from "@/db/schema/mail-check-codes";
import { mails } from "@/db/schema/mails";
import { tickets } from "@/db/schema/tickets";
import type { Actor } from "@/server/actor";
import { eraseMandates, findMandatesOfCustomer } from "@/server/billing/mandates/erase-mandates";
import { DomainError } from "@/server/errors";
import { recordEvent } from "@/server/platform/audit/record-event";
import { transact } from "@/server/platform/transact";
import { type CustomerAsked, findCustomerInvoices, findCustomerKeys } from "./customer-invoices";
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
      .select({ id: invoices.id, isSettled: sql<boolean>`is_settled(${invoices.partnerId}, ${invoices.id})` })
      .from(invoices)
      .where(and(eq(invoices.partnerId, actor.partnerId), inArray(invoices.id, ids)))
      .orderBy(invoices.id)
      .for("no key update");
    if (found.some(({ isSettled }) => !isSettled)) throw new DomainError("customer_not_settled");
    // After the locks, for which a mandate that is given at the same time waits.
    const keys = await findCustomerKeys(tx, actor, asked, ids);
    const mandateIds = (await findMandatesOfCustomer(tx, actor, keys)).map(({ id }) => id);
    if (ids.length === 0 && mandateIds.length === 0) return { invoices: 0 };
    await forgetMails(tx, actor, ids);
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

/**
 * Deletes mails about these invoices: about the customer's own details, and messages in the development mailbox. Their addresses do not matter,
 * because one that a customer set on the page may be another person's.
 */
async function forgetMails(tx: Database, { partnerId }: Actor, ids: string[]): Promise<void> {
  const aboutDetails = tx
    .select({ id: mailCheckCodes.mailId })
    .from(mailCheckCodes)
    .where(and(eq(mailCheckCodes.partnerId, partnerId), inArray(mailCheckCodes.invoiceId, ids)));
  const messages = tx
    .select({ id: sql`coalesce(${outgoingMessages.carriedBy}, ${outgoingMessages.id})` })
    .from(outgoingMessages)
    .where(and(eq(outgoingMessages.partnerId, partnerId), inArray(outgoingMessages.invoiceId, ids)));
  await tx.delete(mails).where(or(inArray(mails.id, aboutDetails), inArray(mails.id, messages)));
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
