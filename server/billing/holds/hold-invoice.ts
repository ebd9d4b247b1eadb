import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "@/db/client";
import { holds } from "@/db/schema/holds";
import type { Invoice } from "@/db/schema/invoices";
import type { Actor } from "@/server/actor";
import { findCollectedInvoices } from "@/server/billing/collection/collected-invoices";
import { keepDueDay } from "@/server/billing/collection/keep-due-day";
import { dueOnOf } from "@/server/billing/collection/plan";
import { LEAST_DAYS_TO_PAY } from "@/server/billing/collection/returned-payment";
import { announce } from "@/server/billing/invoices/announce";
import { findHold, findOpenHold, type OpenHold } from "@/server/billing/invoices/find-hold";
import { lockInvoice } from "@/server/billing/invoices/find-invoice";
import { findPromise } from "@/server/billing/invoices/find-promise";
import { isTransmitted } from "@/server/billing/invoices/lock-account";
import { addDays, dayAt, earlierDay } from "@/server/domain/formats/calendar";
import { PROMISE_WITHDRAWN } from "@/server/domain/rules/collection-messages";
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
 * A hold and its reason.
 * - `until`: the last day of a pause, such as `2026-11-20`;
 * - `isTransferSaid`: whether the customer has said that a transfer is on its way;
 * - `promisedOn`: the day on which the customer has promised to pay;
 * - `withdrawsPromise`: whether the pause takes the place of a promise that staff withdraw.
 */
type NewHold =
  | { kind: "paused"; until: string; reason: string; isTransferSaid?: boolean; promisedOn?: string; withdrawsPromise?: boolean }
  | { kind: "objected" | "stopped" | "handed_over"; reason: string };

/**
 * Holds a transmitted invoice: no messages of the plan are sent and no late-payment fee is charged until the end of a pause, or until the
 * hold is lifted. Replaces a weaker hold; a pause also replaces another pause. Throws
 * - `invalid_invoice_id`, `invoice_not_transmitted`, `already_retracted`;
 * - `invalid_until` for a day before today or too far ahead;
 * - `invoice_on_hold` if the present hold cannot be replaced (`canFollow`), or the pause ends before the pause of a customer's promise or of its
 *   withdrawal;
 * - `nothing_outstanding` if `requiresOutstanding` is set and nothing is outstanding.
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

/** As `holdInvoice`, for an invoice that the caller has locked. Returns the id of the hold. */
export async function holdLocked(tx: Database, actor: Actor, invoice: Invoice, hold: NewHold): Promise<string> {
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
  const isWithdrawal = hold.kind === "paused" && hold.withdrawsPromise === true;
  // Checked even if a longer pause is in force now: the customer was told that they get no reminder before the end of the pause of a promise.
  const toldPause = until === null || isWithdrawal ? undefined : (await findPromise(tx, invoice))?.pause;
  const cutsPromise = until !== null && toldPause !== undefined && toldPause.until >= today && until < toldPause.until;
  if (!canFollow(hold.kind, inForce?.kind) || cutsPromise) throw new DomainError("invoice_on_hold");
  if (open) await endHold(tx, invoice, open.id, now);
  const id = newId();
  await tx.insert(holds).values({ ...hold, partnerId, id, invoiceId, until, createdAt: now });

  const after = { kind: hold.kind, until };
  await recordEvent(tx, actor, isWithdrawal ? "promise_withdrawn" : "invoice_held", { about: `invoice:${invoiceId}`, after });

  // If the customer has not been asked yet, a pause moves the due day. The new day is stored, so that it stays when the pause is lifted.
  const [collected] = await findCollectedInvoices(tx, partnerId, [invoiceId]);
  if (collected && until) await keepDueDay(tx, { partnerId, invoiceId }, dueOnOf(collected, now));
  return id;
}

/**
 * Lifts the hold that the actor saw, so that the plan continues.
 * - If the hold had interrupted a promise, or the pause after its withdrawal, the rest of that pause comes first.
 * - A promise is withdrawn, as by `withdrawPromise`.
 * - The pause after a withdrawal stays, because a mail names its last day.
 *
 * Throws `invalid_invoice_id`, `invoice_not_on_hold`, and `changed_meanwhile` if another hold is in force.
 */
export function resumeInvoice(db: Database, actor: Actor, invoiceId: string, seenHoldId?: string): Promise<void> {
  return transact(db, actor, async (tx) => {
    const invoice = await lockInvoice(tx, actor, invoiceId);
    const now = clock.now(actor);
    const inForce = await findHold(tx, invoice, dayAt(now));
    if (!inForce) throw new DomainError("invoice_not_on_hold");
    if (seenHoldId && inForce.id !== seenHoldId) throw new DomainError("changed_meanwhile");
    if (inForce.withdrawsPromise) return;
    if (inForce.promisedOn) return withdrawLocked(tx, actor, invoice, inForce, WHY_RESUMED);
    await endHold(tx, invoice, inForce.id, now);
    await recordEvent(tx, actor, "invoice_resumed", {
      about: `invoice:${invoiceId}`,
      before: { kind: inForce.kind, until: inForce.until },
    });
    await resumePromise(tx, actor, invoice, now);
  });
}

/**
 * Begins a pause for the rest of a promise, or of the pause after its withdrawal, that another hold had replaced, because the customer was told
 * that no reminder comes before its end. Does nothing if nothing is left to be paid.
 */
async function resumePromise(tx: Database, actor: Actor, invoice: Invoice, now: Date): Promise<void> {
  if (invoice.retractedAt || invoice.amountTotalCents <= 0) return;
  const toldPause = (await findPromise(tx, invoice))?.pause;
  if (!toldPause || toldPause.until < dayAt(now)) return;
  const { partnerId, id: invoiceId } = invoice;
  await tx.insert(holds).values({ ...toldPause, partnerId, id: newId(), invoiceId, kind: "paused", createdAt: now });
  await recordEvent(tx, actor, "invoice_held", { about: `invoice:${invoiceId}`, after: { kind: "paused", until: toldPause.until } });
}

/** The reason of a withdrawal by `resumeInvoice`, which is given none. */
const WHY_RESUMED = "Collection was resumed";

/** The hold of a promise that its reader saw, and why it is withdrawn. */
export const withdrawal = z.object({ holdId: z.string().max(40), reason });

/**
 * Withdraws a customer's promise to pay on a day. The customer is told, and gets no reminder for seven days, or until the end of the promise
 * if that is sooner. Throws `invalid_invoice_id`, and `no_promise` if the promise is over, withdrawn, or replaced by another hold.
 */
export function withdrawPromise(
  db: Database,
  actor: Actor,
  invoiceId: string,
  { holdId, reason }: z.output<typeof withdrawal>,
): Promise<void> {
  return transact(db, actor, async (tx) => {
    const invoice = await lockInvoice(tx, actor, invoiceId);
    const inForce = await findHold(tx, invoice, dayAt(clock.now(actor)));
    if (!inForce?.promisedOn || inForce.id !== holdId) throw new DomainError("no_promise");
    await withdrawLocked(tx, actor, invoice, inForce, reason);
  });
}

async function withdrawLocked(tx: Database, actor: Actor, invoice: Invoice, { until }: OpenHold, reason: string): Promise<void> {
  const inAWeek = addDays(dayAt(clock.now(actor)), LEAST_DAYS_TO_PAY);
  const last = until ? earlierDay(until, inAWeek) : inAWeek;
  const id = await holdLocked(tx, actor, invoice, { kind: "paused", until: last, reason, withdrawsPromise: true });
  await announce(tx, actor, invoice, PROMISE_WITHDRAWN, id);
}

async function endHold(tx: Database, { partnerId }: Invoice, id: string, endedAt: Date): Promise<void> {
  await tx
    .update(holds)
    .set({ endedAt })
    .where(and(eq(holds.partnerId, partnerId), eq(holds.id, id)));
}
