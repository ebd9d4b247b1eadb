import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { payouts } from "@/db/schema/payouts";
import { type Actor, identityOf, visibleTo } from "@/server/actor";
import { requireApprover } from "@/server/billing/approvals/find-approvers";
import { DomainError } from "@/server/errors";
import { recordEvent } from "@/server/platform/audit/record-event";
import { clock } from "@/server/platform/clock";
import { transact } from "@/server/platform/transact";

/**
 * Approves a refund file as its second person. Throws `invalid_payout_id`, what `requireApprover` throws, and `changed_meanwhile` if the file
 * was approved before.
 */
export function approveRefundFile(db: Database, actor: Actor, payoutId: string): Promise<void> {
  return transact(db, actor, async (tx) => {
    const wherePayout = and(visibleTo(actor, payouts), eq(payouts.id, payoutId));
    const [payout] = await tx.select().from(payouts).where(wherePayout).for("update");
    if (!payout) throw new DomainError("invalid_payout_id");
    await requireApprover(tx, actor, { by: payout.createdBy, at: payout.createdAt, aloneFrom: payout.aloneFrom }, "payout_is_own");
    const approved = await tx
      .update(payouts)
      .set({ approvedBy: identityOf(actor), approvedAt: clock.now(actor) })
      .where(and(wherePayout, isNull(payouts.approvedAt)))
      .returning({ id: payouts.id });
    if (approved.length === 0) throw new DomainError("changed_meanwhile");
    await recordEvent(tx, actor, "payout_approved", { about: `company:${payout.companyId}`, after: { payout: payoutId } });
  });
}
