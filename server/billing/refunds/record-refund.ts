import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { refunds } from "@/db/schema/refunds";
import type { Actor } from "@/server/actor";
import { type MoneyOutcome, proposeIfLarge } from "@/server/billing/approvals/propose-if-large";
import { type LockedAccount, lockTransmittedAccount } from "@/server/billing/invoices/lock-account";
import type { SeenAccount } from "@/server/billing/invoices/seen-account";
import { dayAt, sameTimeOn } from "@/server/domain/formats/calendar";
import { categoryOf } from "@/server/domain/rules/line-types";
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
  /** Day on which the bank debited it; absent: today. Only for a refund that the company made itself. */
  paidOn?: string | null;
}

/**
 * Records a refund that a company made itself, also on a retracted invoice. The maximum is the amount owed to the customer minus refunds in
 * progress. Above the partner's limit, the refund is only proposed, unless a second person has approved it (`isApproved`). Throws the errors of
 * `lockOwedAccount` and `proposeIfLarge`, and `invalid_paid_on` for a day in the future or before the invoice's first payment.
 */
export function recordRefund(
  db: Database,
  actor: Actor,
  invoiceId: string,
  seen: SeenAccount | null,
  { amountCents, reason, paidOn = null }: NewRefund,
  { isApproved = false } = {},
): Promise<MoneyOutcome> {
  return transact(db, actor, async (tx) => {
    const { invoice, lines } = await lockOwedAccount(tx, actor, invoiceId, seen, amountCents);
    const now = clock.now(actor);
    if (paidOn && (paidOn > dayAt(now) || paidOn < firstPaidOn(lines))) throw new DomainError("invalid_paid_on");
    const refund = { amountCents, reason };
    const act = { ...refund, paidOn, kind: "record_refund", paymentId: null, mayExceed: false } as const;
    if (!isApproved && (await proposeIfLarge(tx, actor, invoiceId, act))) return "proposed";
    const at = paidOn ? sameTimeOn(paidOn, now) : now;
    const recorded = { ...refund, id: newId(), partnerId: actor.partnerId, invoiceId };
    await tx.insert(refunds).values({ ...recorded, status: "paid", createdAt: now, endedAt: at });
    await bookRefund(tx, actor, invoice, recorded, at);
    await recordEvent(tx, actor, "refund_recorded", {
      about: `invoice:${invoiceId}`,
      before: { outstandingCents: invoice.amountTotalCents },
      after: { amountCents, ...(paidOn && { paidOn }) },
    });
    return "done";
  });
}

/** Returns the day of the first payment, which no refund precedes; "" if there is none. */
function firstPaidOn(lines: LockedAccount["lines"]): string {
  const days = lines.filter(({ type }) => categoryOf(type) === "payment").map(({ date }) => dayAt(date));
  return days.sort()[0] ?? "";
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
