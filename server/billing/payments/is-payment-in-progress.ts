import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import type { Invoice } from "@/db/schema/invoices";
import { payments } from "@/db/schema/payments";

/** Whether money is on its way. Ask it under a lock on the invoice when the answer must hold. */
export async function isPaymentInProgress(db: Database, { partnerId, id }: Pick<Invoice, "partnerId" | "id">): Promise<boolean> {
  return (await sumOnItsWay(db, { partnerId, id })) > 0;
}

/** How much money is on its way, in cents. */
export async function sumOnItsWay(db: Database, { partnerId, id }: Pick<Invoice, "partnerId" | "id">): Promise<number> {
  const { cents } = only(
    await db
      .select({ cents: sql`coalesce(sum(${payments.amountCents}), 0)`.mapWith(Number) })
      .from(payments)
      .where(and(eq(payments.partnerId, partnerId), eq(payments.invoiceId, id), eq(payments.status, "pending")))
      .prepare("sum_on_its_way")
      .execute(),
  );
  return cents;
}
