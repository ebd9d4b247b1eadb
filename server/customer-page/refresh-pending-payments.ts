import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { payments } from "@/db/schema/payments";
import { type ProviderOf, providersWith } from "@/server/billing/payment-providers/providers";
import { followPayment } from "@/server/billing/payments/follow-payment";
import type { Customer } from "./find-customer";

/** Asks the provider about the customer's payments in progress, so that the page shows the outcome when customers return from paying. */
export async function refreshPendingPayments(
  db: Database,
  { partnerId, invoiceId }: Customer,
  providerOf: ProviderOf = providersWith(db),
): Promise<void> {
  const pending = await db
    .select({ partnerId: payments.partnerId, id: payments.id })
    .from(payments)
    .where(and(eq(payments.partnerId, partnerId), eq(payments.invoiceId, invoiceId), eq(payments.status, "pending")));
  await Promise.all(pending.map((payment) => followPayment(db, payment, providerOf)));
}
