import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "@/db/client";
import { holds } from "@/db/schema/holds";
import type { Invoice } from "@/db/schema/invoices";
import type { Actor } from "@/server/actor";
import { findCollectedInvoices } from "@/server/billing/collection/collected-invoices";
import { keepDueDay } from "@/server/billing/collection/keep-due-day";
import { dueOnOf } from "@/server/billing/collection/plan";
import { findHold, findOpenHold } from "@/server/billing/invoices/find-hold";
import { lockInvoice } from "@/server/billing/invoices/find-invoice";
import { isTransmitted } from "@/server/billing/invoices/lock-account";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { canFollow, holdsOn, LONGEST_HOLD_REASON, LONGEST_PAUSE_DAYS } from "@/server/domain/rules/holds";
import { DomainError } from "@/server/errors";
import { recordEvent } from "@/server/platform/audit/record-event";
import { clock } from "@/server/platform/clock";
import { requiredDay, requiredText } from "@/server/platform/fields";
import { newId } from "@/server/platform/id";
import { transact } from "@/server/platform/transact";

const reason = requiredText("invalid_reason", { max: LONGEST_HOLD_REASON });

export const newPause = z.object({ until: requiredDay("invalid_until"), reason });
export const newStop = z.object({ reason });

/**
 * A hold and its reason. `until`: the last day of a pause, such as `2026-11-20`. `isTransferSaid`: the customer has said that a transfer is
 * on its way.
 */
type NewHold =
  | { kind: "paused"; until: string; reason: string; isTransferSaid?: boolean }
  | { kind: "objected" | "stopped" | "handed_over"; reason: string };

/**
 * Holds a transmitted invoice: no messages of the plan are sent and no late-payment fee is charged until the end of a pause, or until the
 * hold is lifted. Replaces a weaker hold; a pause also replaces another pause. Throws `invalid_invoice_id`, `invoice_not_transmitted`,
 * `already_retracted`, `invalid_until` for a day before today or too far ahead, `invoice_on_hold` if the present hold cannot be replaced,
 * and `nothing_outstanding` if the hold requires an outstanding amount.
 */
export function holdInvoice(
  db: Database,
  actor: Actor,
  invoiceId: string,
  hold: NewHold,
  { requiresOutstanding = false } = {},
): Promise<void> {
  return transact(db, actor, async (tx) => {
    const invoice = await lockInvoice(tx, actor, invoiceId);
    if (requiresOutstanding && invoice.amountTotalCents <= 0) throw new DomainError("nothing_outstanding");
    await holdLocked(tx, actor, invoice, hold);
  });
}

/** As `holdInvoice`, for an invoice that the caller has locked. */
export async function holdLocked(tx: Database, actor: Actor, invoice: Invoice, hold: NewHold): Promise<void> {
  const { partnerId, id: invoiceId, retractedAt } = invoice;
  const now = clock.now(actor);
  const today = dayAt(now);
  if (!(await isTransmitted(tx, invoice))) throw new DomainError("invoice_not_transmitted");
  if (retractedAt) throw new DomainError("already_retracted");
  const until = hold.kind === "paused" ? hold.until : null;
  const isOutOfRange = until !== null && (until < today || until > addDays(today, LONGEST_PAUSE_DAYS));
  if (isOutOfRange) throw new DomainError("invalid_until");

  // A pause that is over stays open until another hold replaces it.
  const open = await findOpenHold(tx, invoice);
  const inForce = open && holdsOn(open, today) ? open : undefined;
  if (!canFollow(hold.kind, inForce?.kind)) throw new DomainError("invoice_on_hold");
  if (open) await endHold(tx, invoice, open.id, now);
  await tx.insert(holds).values({ ...hold, partnerId, id: newId(), invoiceId, until, createdAt: now });

  await recordEvent(tx, actor, "invoice_held", { about: `invoice:${invoiceId}`, after: { kind: hold.kind, until } });

  // If the customer has not been asked yet, a pause moves the due day. It is stored, so that it stays when the pause is lifted.
  const [collected] = await findCollectedInvoices(tx, partnerId, [invoiceId]);
  if (collected && until) await keepDueDay(tx, { partnerId, invoiceId }, dueOnOf(collected, now));
}

/**
 * Lifts the hold that the actor saw; the plan continues. Throws `invalid_invoice_id`, `invoice_not_on_hold`, and `changed_meanwhile` if
 * another hold has replaced it.
 */
export function resumeInvoice(db: Database, actor: Actor, invoiceId: string, seenHoldId?: string): Promise<void> {
  return transact(db, actor, async (tx) => {
    const invoice = await lockInvoice(tx, actor, invoiceId);
    const now = clock.now(actor);
    const inForce = await findHold(tx, invoice, dayAt(now));
    if (!inForce) throw new DomainError("invoice_not_on_hold");
    if (seenHoldId && inForce.id !== seenHoldId) throw new DomainError("changed_meanwhile");
    await endHold(tx, invoice, inForce.id, now);
    await recordEvent(tx, actor, "invoice_resumed", {
      about: `invoice:${invoiceId}`,
      before: { kind: inForce.kind, until: inForce.until },
    });
  });
}

async function endHold(tx: Database, { partnerId }: Invoice, id: string, endedAt: Date): Promise<void> {
  await tx
    .update(holds)
    .set({ endedAt })
    .where(and(eq(holds.partnerId, partnerId), eq(holds.id, id)));
}
