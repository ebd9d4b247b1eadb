import { and, eq, gt, isNotNull, isNull, lte, not, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { isUnreachable } from "@/db/failures";
import { outgoingMessages } from "@/db/schema/collections";
import { type Partner, partners } from "@/db/schema/partners";
import { payments } from "@/db/schema/payments";
import { QUIET_MS } from "@/server/billing/collection/earliest-demand";
import { whereDeskIsRanked } from "@/server/billing/invoices/desk-gate";
import { wherePaymentInProgress } from "@/server/billing/invoices/payment-in-progress";
import { followPayment } from "@/server/billing/payments/follow-payment";
import { lastFailedAt } from "@/server/billing/payments/last-failed-at";
import { dayAt } from "@/server/domain/formats/calendar";
import { clock } from "@/server/platform/clock";
import { log } from "@/server/platform/log";
import { type Scope, whereInScope } from "@/server/platform/scope";
import { heldBackUntil, whereHeldBack } from "./held-back";

/**
 * Moves each sandbox's clock that has a target to the next time at which something is due, or to the target. Before that, ends payments
 * that have expired by the clock, and makes postponed messages due. A clock does not move while due work remains, so that every event
 * happens at its own time. Only the clock is stored, so a crash leaves nothing to repair. Returns the number of clocks moved, payments
 * ended and messages made due.
 */
export async function walkClocks(db: Database, isOver: () => boolean = () => false, scope?: Scope): Promise<number> {
  const walking = await db
    .select()
    .from(partners)
    .where(and(isNotNull(partners.clockTargetMs), whereInScope(partners.id, scope)));
  let done = 0;
  for (const partner of walking) if (!isOver()) done += await walk(db, partner, isOver);
  return done;
}

/** Takes one step in a sandbox. Logs its errors, which must not stop the other sandboxes, unless the database is out of reach. */
async function walk(db: Database, partner: Partner, isOver: () => boolean): Promise<number> {
  try {
    return (await giveUpAbandoned(db, partner, isOver)) + (await wakePostponed(db, partner)) + (await walkOn(db, partner));
  } catch (error) {
    if (isUnreachable(error)) throw error;
    log().error({ err: error, partner: partner.id }, "moving a sandbox's clock failed");
    return 0;
  }
}

/** Follows up abandoned payments and returns how many ended. Some do not end, because their money is already on the way. */
async function giveUpAbandoned(db: Database, partner: Partner, isOver: () => boolean): Promise<number> {
  const abandoned = await findAbandoned(db, partner);
  if (abandoned.length === 0) return 0;
  for (const payment of abandoned) if (!isOver()) await followPayment(db, payment);
  return abandoned.length - (await findAbandoned(db, partner)).length;
}

/**
 * Makes messages due at once that an attempt to pay or a hold had postponed in real time. Both must have ended, and the quiet time after
 * the attempt must be over by the partner's clock. Returns the number of messages.
 */
async function wakePostponed(db: Database, partner: Partner): Promise<number> {
  const { partnerId, invoiceId: id, kind, state, failure, nextAttemptAt } = outgoingMessages;
  const now = clock.now(partner);
  const woken = await db
    .update(outgoingMessages)
    .set({ nextAttemptAt: sql`now()` })
    .where(
      and(
        eq(partnerId, partner.id),
        eq(state, "waiting"),
        isNull(failure),
        gt(nextAttemptAt, sql`now()`),
        not(wherePaymentInProgress({ partnerId, id })),
        not(whereHeldBack({ kind, partnerId, invoiceId: id }, dayAt(now))),
        whereDeskIsRanked(partnerId),
        sql`${quietUntil({ partnerId, id })} <= ${now.toISOString()}`,
      ),
    )
    .returning({ id: outgoingMessages.id });
  return woken.length;
}

/**
 * SQL for the time, by the partner's clock, until which an invoice's customer is not asked to pay after a payment that failed or was
 * undone.
 */
function quietUntil(invoice: Parameters<typeof lastFailedAt>[0]): SQL {
  return sql`coalesce(${lastFailedAt(invoice)} + ${QUIET_MS} * interval '1 millisecond', '-infinity')`;
}

function findAbandoned(db: Database, partner: Partner) {
  return db
    .select({ partnerId: payments.partnerId, id: payments.id })
    .from(payments)
    .where(and(eq(payments.partnerId, partner.id), eq(payments.status, "pending"), lte(payments.expiresAt, clock.now(partner))));
}

/** Moves the clock in one statement, so that only one of several processes moves it, and none while another has begun with due work. */
async function walkOn(db: Database, partner: Partner): Promise<number> {
  const { id, clockOffsetMs, clockTargetMs } = partner;
  const now = sql`(now() + ${clockOffsetMs}::bigint * interval '1 millisecond')`;
  const invoice = { partnerId: sql`m.partner_id`, id: sql`m.invoice_id` };
  const message = { kind: sql`m.kind`, partnerId: invoice.partnerId, invoiceId: invoice.id };
  // The clock does not wait for messages that an attempt to pay, the quiet time after the attempt or a hold has postponed, nor for messages
  // that failed and will be repeated.
  const isIdle = sql`
    ${whereDeskIsRanked(sql`${id}`)}
    and not exists (select from collection_starts where partner_id = ${id})
    and not exists (select from collections where partner_id = ${id} and next_at <= ${now})
    and not exists (
      select from outgoing_messages m where m.partner_id = ${id} and m.state in ('waiting', 'handing_over') and (m.failure is null or m.next_attempt_at <= now())
        and not ${wherePaymentInProgress(invoice)} and ${quietUntil(invoice)} <= ${now} and not ${whereHeldBack(message, dayAt(clock.now(partner)))})`;
  const nextAt = sql`least(
    (select min(next_at) from collections where partner_id = ${id} and next_at > ${now}),
    (select min(expires_at) from payments where partner_id = ${id} and status = 'pending' and expires_at > ${now}),
    (select min(${quietUntil(invoice)}) from outgoing_messages m where m.partner_id = ${id} and m.state = 'waiting' and ${quietUntil(invoice)} > ${now}),
    ${heldBackUntil(sql`${id}`, now)})`;
  const nextMs = sql`least(${clockTargetMs}::bigint, ceil(extract(epoch from ${nextAt} - now()) * 1000)::bigint)`;
  const moved = await db.execute(sql`
    update partners set clock_offset_ms = next.ms, clock_target_ms = nullif(clock_target_ms, next.ms)
    from (select ${nextMs} as ms) next
    where id = ${id} and clock_offset_ms = ${clockOffsetMs} and clock_target_ms = ${clockTargetMs} and ${isIdle}
    returning id`);
  return moved.length;
}
