import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { refunds } from "@/db/schema/refunds";
import type { Actor } from "@/server/actor";
import { type MoneyOutcome, proposeIfLarge } from "@/server/billing/approvals/propose-if-large";
import { type LockedAccount, lockTransmittedAccount } from "@/server/billing/invoices/lock-account";
import type { SeenAccount } from "@/server/billing/invoices/seen-account";
import { DomainError } from "@/server/errors";
import { recordEvent } from "@/server/platform/audit/record-event";
import { clock } from "@/server/platform/clock";
import { newId } from "@/server/platform/id";
import { transact } from "@/server/platform/transact";
import { bookRefund } from "./book-refund";

/** A refund in cents, and its reason. */
export interface NewRefund {
  amountCents: number;
  reason: string;
}

/**
 * Records a refund that a company made itself, also on a retracted invoice. The maximum is the amount owed to the customer minus refunds in
 * progress. Above the partner's limit, the refund is only proposed, unless a second person has approved it (`isApproved`). Throws the errors of
 * `lockOwedAccount` and `proposeIfLarge`.
 */
export function recordRefund(
  db: Database,
  actor: Actor,
  invoiceId: string,
  seen: SeenAccount | null,
  refund: NewRefund,
  { isApproved = false } = {},
): Promise<MoneyOutcome> {
  return transact(db, actor, async (tx) => {
    const { invoice } = await lockOwedAccount(tx, actor, invoiceId, seen, refund.amountCents);
    const act = { ...refund, kind: "record_refund", paymentId: null, mayExceed: false } as const;
    if (!isApproved && (await proposeIfLarge(tx, actor, invoiceId, act))) return "proposed";
    const now = clock.now(actor);
    const recorded = { ...refund, id: newId(), partnerId: actor.partnerId, invoiceId };
    await tx.insert(refunds).values({ ...recorded, status: "paid", createdAt: now, endedAt: now });
    await bookRefund(tx, actor, invoice, recorded, now);
    await recordEvent(tx, actor, "refund_recorded", {
      about: `invoice:${invoiceId}`,
      before: { outstandingCents: invoice.amountTotalCents },
      after: { amountCents: refund.amountCents },
    });
    return "done";
  });
}

/**
 * Locks an invoice on which at least this amount, in cents, is owed to the customer besides refunds in progress. `seen`: null for a partner's system,
 * which sees no account. Throws what `lockTransmittedAccount` throws, `changed_meanwhile` if a refund was added since, and `refund_exceeds_owed`.
 */
export async function lockOwedAccount(
  tx: Database,
  actor: Actor,
  invoiceId: string,
  seen: SeenAccount | null,
  amountCents: number,
): Promise<LockedAccount> {
  const account = await lockTransmittedAccount(tx, actor, invoiceId, seen?.lines ?? null);
  const { count, reservedCents } = await refundsSoFar(tx, actor, invoiceId);
  if (seen && count !== seen.refunds) throw new DomainError("changed_meanwhile");
  if (amountCents > 0 - account.invoice.amountTotalCents - reservedCents) throw new DomainError("refund_exceeds_owed");
  return account;
}

async function refundsSoFar(tx: Database, { partnerId }: Actor, invoiceId: string) {
  return only(
    await tx
      .select({
        count: sql`count(*)`.mapWith(Number),
        reservedCents: sql`coalesce(sum(${refunds.amountCents}) filter (where ${refunds.status} = 'pending'), 0)`.mapWith(Number),
      })
      .from(refunds)
      .where(and(eq(refunds.partnerId, partnerId), eq(refunds.invoiceId, invoiceId))),
  );
}
