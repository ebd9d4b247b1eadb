import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "@/db/client";
import { importSettings } from "@/db/schema/collection-settings";
import type { Invoice } from "@/db/schema/invoices";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { isPaymentInProgress } from "@/server/billing/invoices/payment-in-progress";
import { type Gift, startPayment } from "@/server/billing/payments/start-payment";
import { donationLimits } from "@/server/domain/rules/donation";
import type { OfferableMethod } from "@/server/domain/rules/payment-methods";
import { DomainError } from "@/server/errors";
import { UNKNOWN_ADDRESS } from "@/server/platform/client-address";
import { cents } from "@/server/platform/fields";
import { takeAttempt } from "@/server/tenancy/people/attempts";
import type { Customer } from "./find-customer";

const isInRange = (amountCents: number) => amountCents >= donationLimits.leastCents && amountCents <= donationLimits.mostCents;

/** A customer's donation. */
export const newDonation = z.object({
  amountCents: cents("invalid_amount_cents").refine(isInRange, "invalid_amount_cents"),
});

/**
 * Starts a payment of the outstanding amount together with a donation. The donation is billed only when the payment arrives, because a gift
 * is never owed. Returns the address where the customer pays. Throws the errors of `startPayment`, `not_allowed` if the import's settings
 * do not allow donations, `payment_in_progress`, and `too_many_attempts` after five in 15 minutes.
 */
export async function giveAndPay(
  db: Database,
  actor: Customer,
  gift: Gift,
  payment: { method: OfferableMethod; returnUrl: string | null },
): Promise<{ checkoutUrl: string }> {
  await takeAttempt(db, "donation", { account: actor.invoiceId, address: UNKNOWN_ADDRESS });
  const invoice = await getInvoice(db, actor, actor.invoiceId);
  if (!(await isDonationAllowed(db, invoice))) throw new DomainError("not_allowed");
  if (await isPaymentInProgress(db, invoice)) throw new DomainError("payment_in_progress");
  return startPayment(db, actor, actor.invoiceId, { ...payment, gift });
}

/** Whether the import's settings allow donations. Without settings, donations are not allowed. */
export async function isDonationAllowed(db: Database, { partnerId, importId }: Pick<Invoice, "partnerId" | "importId">): Promise<boolean> {
  const [settings] = await db
    .select({ isAllowed: importSettings.donationAllowed })
    .from(importSettings)
    .where(and(eq(importSettings.partnerId, partnerId), eq(importSettings.importId, importId)));
  return settings?.isAllowed ?? false;
}
