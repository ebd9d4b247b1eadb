import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "@/db/client";
import { importSettings } from "@/db/schema/collection-settings";
import type { Invoice } from "@/db/schema/invoices";
import type { Adjustment } from "@/server/billing/invoices/add-amount";
import { addLines } from "@/server/billing/invoices/add-lines";
import { lockAccountAsSeen } from "@/server/billing/invoices/lock-account";
import { isPaymentInProgress } from "@/server/billing/invoices/payment-in-progress";
import { donationLimits } from "@/server/domain/donation";
import { DomainError } from "@/server/errors";
import { UNKNOWN_ADDRESS } from "@/server/platform/client-address";
import { clock } from "@/server/platform/clock";
import { cents } from "@/server/platform/fields";
import { transact } from "@/server/platform/transact";
import { takeAttempt } from "@/server/tenancy/people/attempts";
import type { Customer } from "./find-customer";

const isInRange = (amountCents: number) => amountCents >= donationLimits.leastCents && amountCents <= donationLimits.mostCents;

/** What a customer gives, and on how many lines they saw. */
export const newDonation = z.object({
  amountCents: cents("invalid_amount_cents").refine(isInRange, "invalid_amount_cents"),
  seenLines: z.coerce.number().int(),
});

/**
 * Adds a donation to what the customer is to pay, once however often it is sent. A payment that was begun stays what it is: what is added beside it would be
 * left over, and the customer reminded of it. Throws what `lockAccountAsSeen` throws, `not_allowed` where the import's settings do not let customers
 * donate, `payment_in_progress`, `nothing_outstanding`, and `too_many_attempts` after five in 15 minutes.
 */
export async function addDonation(db: Database, actor: Customer, seenLines: number, donation: Adjustment): Promise<void> {
  await takeAttempt(db, "donation", { account: actor.invoiceId, address: UNKNOWN_ADDRESS });
  await transact(db, actor, async (tx) => {
    const { invoice } = await lockAccountAsSeen(tx, actor, actor.invoiceId, seenLines);
    if (!(await isDonationAllowed(tx, invoice))) throw new DomainError("not_allowed");
    if (await isPaymentInProgress(tx, invoice)) throw new DomainError("payment_in_progress");
    if (invoice.amountTotalCents <= 0) throw new DomainError("nothing_outstanding");
    await addLines(tx, invoice, [{ ...donation, type: "INVOICE-LINE", date: clock.now(actor), paymentMethod: null }]);
  });
}

/** Whether its import's settings let customers donate. One without settings does not. */
export async function isDonationAllowed(db: Database, { partnerId, importId }: Pick<Invoice, "partnerId" | "importId">): Promise<boolean> {
  const [settings] = await db
    .select({ isAllowed: importSettings.donationAllowed })
    .from(importSettings)
    .where(and(eq(importSettings.partnerId, partnerId), eq(importSettings.importId, importId)));
  return settings?.isAllowed ?? false;
}
