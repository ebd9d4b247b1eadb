import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "@/db/client";
import { instalmentPlans } from "@/db/schema/instalment-plans";
import { type Actor, identityOf } from "@/server/actor";
import { findCollectedInvoices } from "@/server/billing/collection/collected-invoices";
import { setDueDays } from "@/server/billing/collection/keep-due-day";
import { dueOnceEnded, runningPlan } from "@/server/billing/collection/planned-instalments";
import { announce } from "@/server/billing/invoices/announce";
import { lockInvoice } from "@/server/billing/invoices/find-invoice";
import { sumOf } from "@/server/domain/rules/account";
import { arrangementEnds } from "@/server/domain/rules/arrangement";
import { PLAN_ENDED } from "@/server/domain/rules/collection-messages";
import { DomainError } from "@/server/errors";
import { recordEvent } from "@/server/platform/audit/record-event";
import { clock } from "@/server/platform/clock";
import { transact } from "@/server/platform/transact";

/** The arrangement that its reader saw, and why it ends. */
export const endOfArrangement = z.object({ planId: z.string().max(40), because: z.enum(arrangementEnds) });

/**
 * Ends an arrangement: all that is left is due in 14 days, as after a missed part, and the customer is told. Plans that customers agreed to on
 * their page stay. Throws `invalid_invoice_id`, and `no_arrangement` if it has ended already, is paid, or another one has replaced it.
 */
export function endArrangement(
  db: Database,
  actor: Actor,
  invoiceId: string,
  { planId, because }: z.output<typeof endOfArrangement>,
): Promise<void> {
  return transact(db, actor, async (tx) => {
    const invoice = await lockInvoice(tx, actor, invoiceId);
    const { partnerId } = invoice;
    const [collected] = await findCollectedInvoices(tx, partnerId, [invoiceId]);
    const now = clock.now(actor);
    const running = collected && runningPlan(collected, now);
    if (!running || running.id !== planId || !collected.instalments?.isArrangement) throw new DomainError("no_arrangement");
    await tx
      .update(instalmentPlans)
      .set({ endedAt: now, endedBy: identityOf(actor), endedBecause: because })
      .where(and(eq(instalmentPlans.partnerId, partnerId), eq(instalmentPlans.id, planId)));
    await setDueDays(tx, partnerId, [{ invoiceId, dueOn: dueOnceEnded(now) }]);
    await announce(tx, actor, invoice, PLAN_ENDED, planId);
    await recordEvent(tx, actor, "arrangement_ended", {
      about: `invoice:${invoiceId}`,
      before: { outstandingCents: sumOf(collected.lines) },
      after: { because },
    });
  });
}
