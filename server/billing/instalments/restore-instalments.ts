import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { instalmentPlans } from "@/db/schema/instalment-plans";
import type { Invoice } from "@/db/schema/invoices";
import { addLines } from "@/server/billing/invoices/add-lines";
import { accountOf, sumOf } from "@/server/domain/rules/account";
import { creditableCents } from "@/server/domain/rules/credit";
import { isPartPaidBy } from "@/server/domain/rules/instalment-account";
import { categoryOf } from "@/server/domain/rules/line-types";
import { unpaidFeeCents } from "@/server/domain/rules/unpaid-fees";
import { type FoundPlan, findPlan } from "./find-plan";

const LATE_FEE = "LATE-PAYMENT-FEE-LINE";

/**
 * Restores a plan that a missed part has ended, if the part was paid in time by the bank's value date, but booked later. Runs in the transaction
 * that books a payment; the caller holds the invoice's lock.
 */
export async function restoreKeptInstalments(tx: Database, invoice: Invoice, now: Date): Promise<void> {
  if (invoice.retractedAt) return;
  const plan = await findPlan(tx, invoice);
  if (!plan?.endedAt || plan.missedPart === null || plan.keptUntil === null) return;
  if (isPartPaidBy(plan, plan.lines, plan.missedPart, plan.keptUntil)) await restore(tx, invoice, plan, now);
}

async function restore(tx: Database, invoice: Invoice, plan: FoundPlan, now: Date): Promise<void> {
  await tx
    .update(instalmentPlans)
    .set({
      endedAt: null,
      missedPart: null,
      keptUntil: null,
      endedBy: null,
      endedBecause: null,
      restores: sql`${instalmentPlans.restores} + 1`,
      restoredAt: now,
    })
    .where(and(eq(instalmentPlans.partnerId, plan.partnerId), eq(instalmentPlans.id, plan.id)));
  const undueCents = undueFeeCents(plan);
  if (undueCents === 0) return;
  await addLines(tx, invoice, [{ type: "CREDIT-LINE", amountCents: -undueCents, date: now, description: null, paymentMethod: null }]);
}

/** Returns the late-payment fees since the plan's end that were not credited yet, in cents: while a plan is kept, no such fee is owed. */
function undueFeeCents({ endedAt, lines }: FoundPlan): number {
  const feeCents = sumOf(lines.filter(({ type, date }) => type === LATE_FEE && endedAt !== null && date >= endedAt));
  // As if nothing had been paid: a fee that was paid and then credited is not credited again.
  const charged = lines.filter(({ type }) => ["billed", "fee", "credit"].includes(categoryOf(type)));
  return Math.min(feeCents, unpaidFeeCents(charged, LATE_FEE), creditableCents(accountOf(lines)));
}
