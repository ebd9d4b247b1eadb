import type { Database } from "@/db/client";
import { payments } from "@/db/schema/payments";
import type { Actor } from "@/server/actor";
import { announce } from "@/server/billing/invoices/announce";
import { lockTransmittedAccount } from "@/server/billing/invoices/lock-account";
import { type MoneyOutcome, proposeIfLarge } from "@/server/billing/second-person/propose-if-large";
import { dayAt, sameTimeOn } from "@/server/domain/calendar";
import { DomainError } from "@/server/errors";
import { clock } from "@/server/platform/clock";
import { newId } from "@/server/platform/id";
import { transact } from "@/server/platform/transact";
import { recordEvent } from "@/server/tenancy/security-events/record-event";
import { bookPayment, surplusOf } from "./book-payment";

/** Money that a company received by itself, in cents, and how it knows. */
export interface ExternalPayment {
  amountCents: number;
  reason: string;
  /** Whether it may be more than is outstanding. */
  mayExceed: boolean;
  /** The day on which it came, by the bank: its value date. None: today. */
  paidOn?: string | null;
}

/**
 * Records a payment that was received elsewhere, under the day on which it came. It may exceed what is outstanding only with `mayExceed`, because a higher amount is more often a typing error; the customer is then
 * owed the surplus, and of a retracted invoice all of it.
 * Above the partner's limit it is only proposed, unless a second person has approved it. Throws what `lockTransmittedAccount` and `proposeIfLarge` throw, and
 * `payment_exceeds_outstanding`, and `invalid_paid_on` for a day that is yet to come.
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
