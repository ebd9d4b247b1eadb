import { and, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { type Invoice, invoices } from "@/db/schema/invoices";
import { payments } from "@/db/schema/payments";
import type { Actor } from "@/server/actor";

// A payment is in progress while it is `pending`: the customer has started it, and the provider has not reported its end.

/** Whether a payment of the invoice is in progress. Hold the invoice's lock if the answer must stay true. */
export async function isPaymentInProgress(db: Database, invoice: Pick<Invoice, "partnerId" | "id">): Promise<boolean> {
  return (await sumInProgress(db, invoice)) > 0;
}

/** Returns the sum of the invoice's payments in progress, in cents. */
export async function sumInProgress(db: Database, { partnerId, id }: Pick<Invoice, "partnerId" | "id">): Promise<number> {
  const { cents } = only(
    await db
      .select({ cents: sql`coalesce(sum(${payments.amountCents}), 0)`.mapWith(Number) })
      .from(payments)
      .where(and(eq(payments.partnerId, partnerId), eq(payments.invoiceId, id), eq(payments.status, "pending")))
      .prepare("sum_in_progress")
      .execute(),
  );
  return cents;
}

/** Condition: a payment of the invoice is in progress. Takes the invoice's columns: `invoices`, or those of an alias. */
export function wherePaymentInProgress(invoice: { partnerId: SQLWrapper; id: SQLWrapper } = invoices): SQL<boolean> {
  return sql<boolean>`exists (select from payments in_progress where in_progress.partner_id = ${invoice.partnerId}
    and in_progress.invoice_id = ${invoice.id} and in_progress.status = 'pending')`;
}

/**
 * Condition: a payment of the invoice is in progress, other than direct debits of instalments of the same plan, several of which may be at the bank
 * at once. `planId`: SQL for the id of the plan; null if no plan is meant. The state is compared as a text, so that Postgres looks up the invoice's
 * payments: while few were in progress when it counted them, it would read all of the partner's for each invoice.
 */
export function whereOtherPaymentInProgress(invoice: { partnerId: SQLWrapper; id: SQLWrapper }, planId: SQL): SQL<boolean> {
  return sql<boolean>`exists (select from payments in_progress where in_progress.partner_id = ${invoice.partnerId}
    and in_progress.invoice_id = ${invoice.id} and in_progress.status::text = 'pending'
    and (${planId} is null or in_progress.instalment_plan_id is distinct from ${planId}))`;
}

/**
 * `wherePaymentInProgress` for a list of one partner's invoices. Compares numbers, because the index `invoices_listed` has the number and
 * not the id.
 */
export function whereListedPaymentInProgress({ partnerId }: Pick<Actor, "partnerId">): SQL {
  return sql`${invoices.invoiceNumber} in (
    select ${payments.invoiceNumber} from ${payments} where ${payments.partnerId} = ${partnerId} and ${payments.status} = 'pending'
  )`;
}
