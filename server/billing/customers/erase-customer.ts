import { and, eq, inArray, isNotNull, ne, notExists, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { contactChanges } from "@/db/schema/contact-changes";
import { idempotencyKeys } from "@/db/schema/idempotency-keys";
import { invoices } from "@/db/schema/invoices";
import { mails } from "@/db/schema/mails";
import { users } from "@/db/schema/users";
import type { Actor } from "@/server/actor";
import { DomainError } from "@/server/errors";
import { transact } from "@/server/platform/transact";
import { recordEvent } from "@/server/tenancy/security-events/record-event";
import { type CustomerAsked, findCustomerInvoices } from "./customer-invoices";
import { aboutOf } from "./export-customer";

/**
 * Erases a customer (GDPR, article 17) from all the partner's invoices: names, contact, account, free text and search text. Amounts, lines and sums stay, because books are kept by law.
 * Returns how many invoices it was. Throws `invalid_invoice_id`, and `customer_not_settled` while anything is owed either way or not transmitted: it is needed for that.
 */
export async function eraseCustomer(db: Database, actor: Actor, asked: CustomerAsked): Promise<{ invoices: number }> {
  return transact(db, actor, async (tx) => {
    const ids = await findCustomerInvoices(tx, actor, asked);
    if (ids.length === 0) return { invoices: 0 };
    const found = await tx
      .select({ id: invoices.id, cents: invoices.amountTotalCents, email: invoices.customerEmail })
      .from(invoices)
      .where(and(eq(invoices.partnerId, actor.partnerId), inArray(invoices.id, ids)))
      .orderBy(invoices.id)
      .for("no key update");
    if (found.some(({ cents }) => cents !== 0)) throw new DomainError("customer_not_settled");
    await forgetMails(tx, [...new Set([...found.flatMap(({ email }) => email ?? []), ...(await formerAddresses(tx, actor, ids))])]);
    await forgetKeptAnswers(tx, actor, ids);
    const erased = await eraseInvoices(tx, actor.partnerId, ids);
    await recordEvent(tx, actor, "customer_erased", { about: aboutOf(asked), after: { invoices: erased } });
    return { invoices: erased };
  });
}

/** Through a function of the database, which alone may blank what is otherwise kept as it was written. Leaves out what is not settled. */
export async function eraseInvoices(tx: Database, partnerId: string, ids: readonly string[]): Promise<number> {
  const rows = await tx.execute<{ erased: string }>(sql`select erase_invoices(${partnerId}, ${`{${ids.join(",")}}`}::text[]) as erased`);
  return Number(only(rows).erased);
}

async function formerAddresses(tx: Database, { partnerId }: Actor, ids: string[]): Promise<string[]> {
  const rows = await tx
    .select({ email: contactChanges.formerEmail })
    .from(contactChanges)
    .where(and(eq(contactChanges.partnerId, partnerId), inArray(contactChanges.invoiceId, ids), isNotNull(contactChanges.formerEmail)));
  return rows.flatMap(({ email }) => email ?? []);
}

/** Mails to the customer about their own details. What a person of the portal was mailed at the same address is theirs. */
async function forgetMails(tx: Database, emails: string[]): Promise<void> {
  if (emails.length === 0) return;
  const ofUser = tx.select({ id: users.id }).from(users).where(eq(users.email, mails.recipient));
  await tx.delete(mails).where(and(inArray(mails.recipient, emails), notExists(ofUser)));
}

/** Answers that are kept for a day, so that a repeated request gets the same: the key stays, because the request must not be done twice. */
async function forgetKeptAnswers(tx: Database, { partnerId }: Actor, ids: string[]): Promise<void> {
  const names = ids.map((id) => `%${id}%`);
  await tx
    .update(idempotencyKeys)
    .set({ body: "{}" })
    .where(
      and(
        eq(idempotencyKeys.partnerId, partnerId),
        isNotNull(idempotencyKeys.body),
        ne(idempotencyKeys.body, "{}"),
        sql`${idempotencyKeys.body} like any (${`{${names.join(",")}}`}::text[])`,
      ),
    );
}
