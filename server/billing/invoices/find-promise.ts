import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { holds } from "@/db/schema/holds";
import type { Invoice } from "@/db/schema/invoices";
import type { PromisedDay } from "@/server/domain/rules/promise";

export interface StoredPromise extends PromisedDay {
  /** All that the customer was shown, in their language. */
  reason: string;
}

// A separate constant, because drizzle drops the table's name from columns that stand directly in a selected expression.
const isWithdrawn = sql`exists (select from holds later where later.partner_id = ${holds.partnerId}
  and later.invoice_id = ${holds.invoiceId} and later.withdraws_promise)`;

/** Returns the day on which the customer has promised to pay an invoice, also if another hold has replaced it; undefined without a promise. */
export async function findPromise(
  db: Database,
  { partnerId, id: invoiceId }: Pick<Invoice, "partnerId" | "id">,
): Promise<StoredPromise | undefined> {
  const { promisedOn, until, reason } = holds;
  const [found] = await db
    .select({
      ...{ promisedOn, until, reason },
      isWithdrawn: sql<boolean>`(${isWithdrawn})`,
    })
    .from(holds)
    .where(and(eq(holds.partnerId, partnerId), eq(holds.invoiceId, invoiceId), isNotNull(holds.promisedOn)))
    .orderBy(desc(holds.createdAt), desc(holds.id))
    .limit(1);
  return found?.promisedOn && found.until ? { ...found, promisedOn: found.promisedOn, until: found.until } : undefined;
}
