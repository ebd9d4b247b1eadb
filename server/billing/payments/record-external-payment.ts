import type { Database } from "@/db/client";
import { payments } from "@/db/schema/payments";
import type { Actor } from "@/server/actor";
import { type MoneyOutcome, proposeIfLarge } from "@/server/billing/approvals/propose-if-large";
import { announce } from "@/server/billing/invoices/announce";
import { lockTransmittedAccount } from "@/server/billing/invoices/lock-account";
import { dayAt, sameTimeOn } from "@/server/domain/formats/calendar";
import { DomainError } from "@/server/errors";
import { recordEvent } from "@/server/platform/audit/record-event";
import { clock } from "@/server/platform/clock";
import { newId } from "@/server/platform/id";
import { transact } from "@/server/platform/transact";
import { bookPayment, surplusOf } from "./book-payment";

/** A payment that a company received outside the service, in cents, and how the company knows of it. */
export interface ExternalPayment {
  amountCents: number;
  reason: string;
  /** Whether it may exceed the outstanding amount. */
  mayExceed: boolean;
  /** Value date: the day on which the bank booked it. Absent: today. */
  paidOn?: string | null;
}

/**
 * Records a payment that was received outside the service, under its value date. The surplus over the outstanding amount, on a retracted invoice the
 * whole payment, is owed to the customer. Above the partner's limit, the payment is only proposed, unless a second person has approved it
 * (`isApproved`). Throws the errors of `lockTransmittedAccount` and `proposeIfLarge`, and
 * - `payment_exceeds_outstanding` unless `mayExceed` is set, because a surplus is usually a typing error;
 * - `invalid_paid_on` for a day in the future.
 */
export function recordExternalPayment(
  db: Database,
  actor: Actor,
  invoiceId: string,
  seenLines: number | null,
  { amountCents, reason, mayExceed, paidOn = null }: ExternalPayment,
  { isApproved = false } = {},
): Promise<MoneyOutcome> {
  return transact(db, actor, async (tx) => {
    const account = await lockTransmittedAccount(tx, actor, invoiceId, seenLines);
    if (amountCents > account.invoice.amountTotalCents && !mayExceed) throw new DomainError("payment_exceeds_outstanding");
    const now = clock.now(actor);
    if (paidOn && paidOn > dayAt(now)) throw new DomainError("invalid_paid_on");
    const act = { kind: "record_payment", amountCents, reason, paymentId: null, mayExceed, paidOn } as const;
    if (!isApproved && (await proposeIfLarge(tx, actor, invoiceId, act))) return "proposed";
    const cameAt = paidOn ? sameTimeOn(paidOn, now) : now;
    const payment = { id: newId(), method: "external", amountCents } as const;
    await tx.insert(payments).values({
      ...payment,
      partnerId: actor.partnerId,
      invoiceId,
      status: "paid",
      reason,
      createdAt: now,
      endedAt: cameAt,
      surplusCents: surplusOf(amountCents, account.invoice.amountTotalCents),
    });
    await bookPayment(tx, account, payment, { cameAt, now });
    await announce(tx, actor, account.invoice, "payment_received", payment.id);
    await recordEvent(tx, actor, "payment_recorded", {
      about: `invoice:${invoiceId}`,
      before: { outstandingCents: account.invoice.amountTotalCents },
      after: { amountCents, paidOn },
    });
    return "done";
  });
}
