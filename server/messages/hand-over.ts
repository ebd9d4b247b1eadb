import { and, asc, eq, not, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { waitedForLock } from "@/db/failures";
import { prepared } from "@/db/prepared";
import { type OutgoingMessage, outgoingMessages } from "@/db/schema/collections";
import { invoices } from "@/db/schema/invoices";
import { mails } from "@/db/schema/mails";
import { messages } from "@/db/schema/messages";
import { type Actor, identityOf } from "@/server/actor";
import { keepDueDay } from "@/server/billing/collection/keep-due-day";
import { recordShares } from "@/server/billing/collection/shared-fees";
import { isDebitStillSo } from "@/server/billing/debits/is-debit-still-so";
import { whereDebitPlanned } from "@/server/billing/debits/where-debit-planned";
import { whereInInstalments } from "@/server/billing/instalments/instalment-facts";
import { whereAtDesk, whereDeskIsRanked } from "@/server/billing/invoices/desk-gate";
import { wherePaymentInProgress } from "@/server/billing/invoices/payment-in-progress";
import { whereHeld } from "@/server/billing/invoices/where-held";
import { dayAt } from "@/server/domain/formats/calendar";
import { asksForAll, asksForPart, asksForPayment, isReminder, PLAN_ENDED } from "@/server/domain/rules/collection-messages";
import { ADDRESS_REFUSED } from "@/server/domain/rules/mail-failures";
import { clock } from "@/server/platform/clock";
import { transact } from "@/server/platform/transact";
import type { ComposedMessage } from "./compose-message";
import { includeMessage, isEachStillOpen, isEachStillSo, isNamingStillSo, lockIncluded, releaseIncluded } from "./included-invoices";
import type { CustomerMail } from "./transport";

/** Longer than the SMTP time-out: a sender that is silent for this long is dead. */
const HAND_OVER_LEASE = sql`now() + interval '2 minutes'`;

/**
 * Maximum number of attempts to record that a message was sent while others lock its invoices. Each waits for `lock_timeout` (3 s); together they take less
 * than the lease.
 */
const MOST_RECORDINGS = 5;

/**
 * Records, under the invoice's lock, that the contents are being sent, and returns whether they may be: only if everything they state still
 * holds and no other process has the message. Nothing is sent before this commits; afterwards the message is never sent again unless the
 * server reports that it accepted nothing. Also returns false if others locked the invoices for longer than `lock_timeout`: senders for a
 * large household wait for each other, and a later attempt succeeds.
 */
export async function beginHandOver(db: Database, message: OutgoingMessage, composed: ComposedMessage): Promise<boolean> {
  try {
    return await takeOver(db, message, composed);
  } catch (error) {
    if (waitedForLock(error)) return false;
    throw error;
  }
}

function takeOver(
  db: Database,
  message: OutgoingMessage,
  { mail, seen, writtenAt, dueOn, graceUntil, feeTerms, payBy, included, mentioned, naming, debit }: ComposedMessage,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await isStillSo(tx, message, { seen, included, mentioned, writtenAt }))) return false;
    if (naming && !(await isNamingStillSo(tx, message, naming))) return false;
    if (debit && !(await isDebitStillSo(tx, message, debit))) return false;
    const { partnerId, invoiceId: id, state, attempts } = outgoingMessages;
    const asks = asksForPayment(message.kind);
    // The end of a plan is told only while the plan is ended: it may have been restored.
    const isForAll = asksForAll(message.kind) || message.kind === PLAN_ENDED;
    const ofOthers = asks ? "begin_asking_for_part" : "begin_telling";
    const mayBeAsked = asks
      ? and(
          not(wherePaymentInProgress({ partnerId, id })),
          not(whereDebitPlanned({ partnerId, id })),
          not(whereHeld(dayAt(writtenAt), { partnerId, id })),
          not(whereAtDesk({ partnerId, id })),
          whereDeskIsRanked(partnerId),
          isForAll ? not(whereInInstalments({ partnerId, id })) : undefined,
        )
      : undefined;
    // A separate statement, because its snapshot must be younger than the lock.
    const taken = await tx
      .update(outgoingMessages)
      .set({ state: "handing_over", subject: mail.subject, graceUntil, feeTerms, payBy, nextAttemptAt: HAND_OVER_LEASE })
      .where(and(whereMessage(message), eq(state, "waiting"), eq(attempts, message.attempts), mayBeAsked))
      .returning({ id: outgoingMessages.id })
      .prepare(isForAll ? "begin_hand_over" : ofOthers)
      .execute();
    if (taken.length === 0) return false;
    // Also without a household, which may have ended since an attempt that failed.
    if (isReminder(message.kind)) await recordShares(tx, message, naming?.shares ?? []);
    if (dueOn) await keepDueDay(tx, message, dueOn);
    const leaving = { subject: mail.subject, payBy, at: writtenAt, lease: HAND_OVER_LEASE };
    for (const each of included) await includeMessage(tx, message, each, leaving);
    return true;
  });
}

/** Delivers to the development mailbox. It is in the same database, so delivery is one transaction. */
export function deliverToMailbox(db: Database, actor: Actor, message: OutgoingMessage, composed: ComposedMessage): Promise<boolean> {
  return transact(db, actor, async (tx) => {
    if (!(await beginHandOver(tx, message, composed))) return false;
    const { mail } = composed;
    await tx.insert(mails).values({
      id: mail.id,
      recipient: mail.recipient,
      locale: mail.locale,
      sender: mail.sender,
      subject: mail.subject,
      body: mail.text,
      html: withPicture(mail),
      createdAt: sql`now()`,
      // Delivered: it must not be sent once there is a mail server.
      nextAttemptAt: sql`now()`,
      sentAt: sql`now()`,
    });
    await recordSent(tx, actor, message);
    return true;
  });
}

/** Embeds the picture in the page, because the mailbox stores no attachments. */
export function withPicture({ html, picture }: CustomerMail): string {
  return picture ? html.replace(`cid:${picture.id}`, `data:image/png;base64,${Buffer.from(picture.png).toString("base64")}`) : html;
}

/**
 * Records the message on the invoice; the trigger `messages_added` (db/rules/messages.sql) records the change. `unknown`: the contents were
 * sent, but not whether the server accepted them. Does nothing if another process has given the message up and recorded it.
 */
async function recordSent(db: Database, actor: Actor, message: OutgoingMessage, unknown?: { failure: string }): Promise<void> {
  const { partnerId, id, attempts } = message;
  await recordSentStatement(db).execute({
    partnerId,
    id,
    attempts,
    state: unknown ? "unknown" : "sent",
    failure: unknown?.failure ?? null,
    createdAt: clock.now(actor).toISOString(),
    actor: identityOf(actor),
    requestId: actor.requestId ?? "",
  });
}

/**
 * As `recordSent`, for a message that may cover other invoices. Locks all of them first, in the usual order: the rows it writes refer to
 * them, and two senders would otherwise wait for each other.
 */
export function recordAllSent(db: Database, actor: Actor, message: OutgoingMessage, unknown?: { failure: string }): Promise<void> {
  return db.transaction(async (tx) => {
    await lockIncluded(tx, message);
    await recordSent(tx, actor, message, unknown);
  });
}

/** As `recordAllSent`, for a mail that was sent. */
export function recordGone(db: Database, actor: Actor, message: OutgoingMessage, { included }: ComposedMessage): Promise<void> {
  const record = included.length > 0 ? recordAllSent : recordSent;
  return insistently(() => record(db, actor, message));
}

/**
 * Records an outcome; tries again if others lock a row for longer than `lock_timeout`. Throws after `MOST_RECORDINGS` attempts; the message
 * then counts as unknown once its lease ends.
 */
async function insistently(record: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await record();
    } catch (error) {
      if (!waitedForLock(error) || attempt === MOST_RECORDINGS) throw error;
    }
  }
}

const recordSentStatement = prepared((db) => {
  const acting = db.$with("acting", {}).as(sql`
    select set_config('ics.actor', ${sql.placeholder("actor")}::text, true), set_config('ics.request_id', ${sql.placeholder("requestId")}::text, true)`);
  const recorded = db.$with("recorded", { id: outgoingMessages.id }).as(sql`
    update ${outgoingMessages} o set state = ${sql.placeholder("state")}::outgoing_state, failure = ${sql.placeholder("failure")}::text
    from acting
    where o.partner_id = ${sql.placeholder("partnerId")} and o.id = ${sql.placeholder("id")} and o.state = 'handing_over'
      and o.attempts = ${sql.placeholder("attempts")}::integer
    returning o.partner_id, o.id, o.invoice_id, o.subject, o.state, o.failure`);
  const included = db.$with("included", {}).as(sql`
    update ${outgoingMessages} o set state = recorded.state, failure = recorded.failure
    from recorded
    where o.partner_id = recorded.partner_id and o.carried_by = recorded.id and o.state = 'handing_over'
    returning o.partner_id, o.id, o.invoice_id, o.subject`);
  // A message that was sent again keeps its row.
  const told = db.$with("told", {}).as(sql`
    insert into ${messages} (partner_id, id, invoice_id, type, description, created_at)
    select partner_id, id, invoice_id, 'EMAIL', coalesce(subject, ''), ${sql.placeholder("createdAt")}::timestamptz
    from (select partner_id, id, invoice_id, subject from recorded union all select partner_id, id, invoice_id, subject from included) gone
    on conflict do nothing`);
  return db.with(acting, recorded, included, told).select({ id: recorded.id }).from(recorded).prepare("record_sent");
});

interface NotSent {
  state: "waiting" | "refused" | "cancelled";
  failure?: string;
  afterMinutes?: number;
  /** Whether this was a failed attempt rather than a postponement. */
  inVain?: boolean;
}

/** Records a message that was not sent: refused for good, or due again after `afterMinutes`. */
export function recordNotSent(db: Database, message: OutgoingMessage, outcome: NotSent): Promise<void> {
  return insistently(() => db.transaction((tx) => recordNotSentIn(tx, message, outcome)));
}

async function recordNotSentIn(
  tx: Database,
  message: OutgoingMessage,
  { state, failure, afterMinutes = 0, inVain = false }: NotSent,
): Promise<void> {
  const nextAttemptAt = sql`now() + make_interval(mins => ${afterMinutes}::int)`;
  const recorded = await tx
    .update(outgoingMessages)
    .set({ state, failure: failure ?? null, failures: inVain ? message.failures : message.failures - 1, nextAttemptAt })
    .where(
      and(
        whereMessage(message),
        eq(outgoingMessages.attempts, message.attempts),
        sql`${outgoingMessages.state} in ('waiting', 'handing_over')`,
      ),
    )
    .returning({ id: outgoingMessages.id });
  if (recorded.length === 0) return;
  await releaseIncluded(tx, message, nextAttemptAt);
  // Tomorrow, the invoice's plan can queue the message again. At once, the message might be cancelled again and again.
  if (state === "cancelled" && asksForPart(message.kind)) await lookAgainIn(tx, message, 1);
  // Unless a person has it sent again until then, the invoice leaves its debits (`takeOutParts`), and its customer is asked to pay otherwise. An
  // agreement on instalments announces debits as well.
  if (failure === ADDRESS_REFUSED && ["debit_announced", "instalments_agreed"].includes(message.kind)) {
    for (const invoiceId of [message.invoiceId, ...(await refuseOthers(tx, message))]) await lookAgainIn(tx, { ...message, invoiceId }, 1);
  }
}

/**
 * Refuses the other announcements of a debit that wait for the same address, and returns their invoices: the address takes no mail. Leaves those
 * that other transactions have locked.
 */
async function refuseOthers(tx: Database, { partnerId, invoiceId, kind, aboutId, round }: OutgoingMessage): Promise<string[]> {
  const refused = await tx.execute<{ invoiceId: string }>(sql`
    with locked as (
      select o.id from payments p join outgoing_messages o on o.partner_id = p.partner_id and o.invoice_id = p.invoice_id
      join invoices i on i.partner_id = p.partner_id and i.id = p.invoice_id
      join invoices own on own.partner_id = p.partner_id and own.id = ${invoiceId} and lower(own.customer_email) = lower(i.customer_email)
      where p.partner_id = ${partnerId} and p.debit_id = ${aboutId} and p.status = 'scheduled' and o.invoice_id <> ${invoiceId} and o.kind = ${kind}
        and o.kind = 'debit_announced' and o.about_id = ${aboutId} and o.round = ${round} and o.state = 'waiting'
      order by o.id for update of o skip locked)
    update outgoing_messages o set state = 'refused', failure = ${ADDRESS_REFUSED}, next_attempt_at = now()
    from locked where o.partner_id = ${partnerId} and o.id = locked.id returning o.invoice_id as "invoiceId"`);
  return refused.map((other) => other.invoiceId);
}

/** Makes the invoice due so many days later by its partner's clock. */
async function lookAgainIn(
  tx: Database,
  { partnerId, invoiceId }: Pick<OutgoingMessage, "partnerId" | "invoiceId">,
  days: number,
): Promise<void> {
  await tx.execute(sql`
    update collections c set next_at = least(c.next_at, now() + p.clock_offset_ms * interval '1 millisecond' + make_interval(days => ${days}::int))
    from partners p where p.id = c.partner_id and c.partner_id = ${partnerId} and c.invoice_id = ${invoiceId}`);
}

function whereMessage({ partnerId, id }: OutgoingMessage) {
  return and(eq(outgoingMessages.partnerId, partnerId), eq(outgoingMessages.id, id));
}

/**
 * Locks the invoices that the message covers or lists, and checks that what it states still holds. A reminder is not sent after a credit or
 * retraction, and no message is sent that names another amount, or was written before a retraction: an answer, too, is then written again.
 */
async function isStillSo(
  tx: Database,
  message: OutgoingMessage,
  { seen, included, mentioned, writtenAt }: Pick<ComposedMessage, "seen" | "included" | "mentioned" | "writtenAt">,
): Promise<boolean> {
  const { partnerId, invoiceId, kind } = message;
  const ids = [invoiceId, ...[...included, ...mentioned].map((each) => each.invoiceId)];
  const locked = await tx
    .select({ id: invoices.id, email: invoices.customerEmail, amountCents: invoices.amountTotalCents, retractedAt: invoices.retractedAt })
    .from(invoices)
    .where(and(eq(invoices.partnerId, partnerId), sql`${invoices.id} = any(${`{${ids.join(",")}}`}::text[])`))
    .orderBy(asc(invoices.id))
    .for("update")
    .prepare("lock_addressees")
    .execute();
  const invoice = locked.find(({ id }) => id === invoiceId);
  if (invoice?.email !== seen.customerEmail) return false;
  if (invoice.amountCents !== seen.amountTotalCents || (invoice.retractedAt !== null) !== seen.isRetracted) return false;
  if (asksForPayment(kind) && (invoice.amountCents <= 0 || invoice.retractedAt)) return false;
  if (!(await isEachStillOpen(tx, message, mentioned, locked, writtenAt))) return false;
  return isEachStillSo(tx, message, included, locked, writtenAt);
}
