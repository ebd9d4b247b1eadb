import { and, eq, not, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { prepared } from "@/db/prepared";
import { type OutgoingMessage, outgoingMessages } from "@/db/schema/collections";
import { invoices } from "@/db/schema/invoices";
import { mails } from "@/db/schema/mails";
import { messages } from "@/db/schema/messages";
import { type Actor, nameOf } from "@/server/actor";
import { keepDueDay } from "@/server/billing/collection/keep-due-day";
import { wherePaymentInProgress } from "@/server/billing/invoices/payment-in-progress";
import { whereHeld } from "@/server/billing/invoices/where-held";
import { isAnnouncement, messageKinds } from "@/server/domain/collection-messages";
import { clock } from "@/server/platform/clock";
import { transact } from "@/server/platform/transact";
import type { ComposedMessage } from "./compose-message";

/** Longer than the SMTP time-out: a sender that has been silent for this long is dead. */
const HAND_OVER_LEASE = sql`now() + interval '2 minutes'`;

/**
 * Writes down, under the invoice's lock, that the contents go now, and answers whether they may: only if what they say is still so and nobody else has the
 * message. Until this is committed nothing has gone; from then on it is never sent again unless the server says that it took nothing.
 */
export function beginHandOver(
  db: Database,
  message: OutgoingMessage,
  { mail, seen, writtenOn, dueOn, graceUntil }: ComposedMessage,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await isStillSo(tx, message, seen))) return false;
    const { partnerId, invoiceId: id, state, attempts } = outgoingMessages;
    const asks = messageKinds.some((kind) => kind === message.kind);
    const mayBeAsked = asks ? and(not(wherePaymentInProgress({ partnerId, id })), not(whereHeld(writtenOn, { partnerId, id }))) : undefined;
    // A separate statement, because its snapshot must be younger than the lock.
    const taken = await tx
      .update(outgoingMessages)
      .set({ state: "handing_over", subject: mail.subject, graceUntil, nextAttemptAt: HAND_OVER_LEASE })
      .where(and(whereMessage(message), eq(state, "waiting"), eq(attempts, message.attempts), mayBeAsked))
      .returning({ id: outgoingMessages.id })
      .prepare(asks ? "begin_hand_over" : "begin_telling")
      .execute();
    if (taken.length > 0 && dueOn) await keepDueDay(tx, message, dueOn);
    return taken.length > 0;
  });
}

/** The development mailbox is in the same database, so that delivering is one transaction. */
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
      html: mail.html,
      createdAt: sql`now()`,
      // Delivered already: it must not be sent once there is a mail server.
      nextAttemptAt: sql`now()`,
      sentAt: sql`now()`,
    });
    await recordSent(tx, actor, message);
    return true;
  });
}

/**
 * The invoice tells of it from now on, and the trigger `messages_added` (db/rules/messages.sql) records the change. Unknown: that it went, but not whether it
 * arrived at the server. Does nothing if another process gave the message up for lost meanwhile, and has recorded it.
 */
export async function recordSent(db: Database, actor: Actor, message: OutgoingMessage, unknown?: { failure: string }): Promise<void> {
  const { partnerId, id, attempts } = message;
  await recordSentStatement(db).execute({
    ...{ partnerId, id, attempts, state: unknown ? "unknown" : "sent", failure: unknown?.failure ?? null },
    ...{ createdAt: clock.now(actor).toISOString(), actor: nameOf(actor), requestId: actor.requestId ?? "" },
  });
}

const recordSentStatement = prepared((db) => {
  const acting = db.$with("acting", {}).as(sql`
    select set_config('ics.actor', ${sql.placeholder("actor")}::text, true), set_config('ics.request_id', ${sql.placeholder("requestId")}::text, true)`);
  const recorded = db.$with("recorded", { id: outgoingMessages.id }).as(sql`
    update ${outgoingMessages} o set state = ${sql.placeholder("state")}::outgoing_state, failure = ${sql.placeholder("failure")}::text
    from acting
    where o.partner_id = ${sql.placeholder("partnerId")} and o.id = ${sql.placeholder("id")} and o.state = 'handing_over'
      and o.attempts = ${sql.placeholder("attempts")}::integer
    returning o.partner_id, o.id, o.invoice_id, o.subject`);
  // One that was sent again is the same message.
  const told = db.$with("told", {}).as(sql`
    insert into ${messages} (partner_id, id, invoice_id, type, description, created_at)
    select partner_id, id, invoice_id, 'EMAIL', coalesce(subject, ''), ${sql.placeholder("createdAt")}::timestamptz from recorded
    on conflict do nothing`);
  return db.with(acting, recorded, told).select({ id: recorded.id }).from(recorded).prepare("record_sent");
});

interface NotSent {
  state: "waiting" | "refused" | "cancelled";
  failure?: string;
  afterMinutes?: number;
  /** It was tried, and not only put off. */
  inVain?: boolean;
}

/** What is not to be sent, or was not taken: for good, or until it is tried again after so many minutes. */
export async function recordNotSent(
  db: Database,
  message: OutgoingMessage,
  { state, failure, afterMinutes = 0, inVain = false }: NotSent,
): Promise<void> {
  await db
    .update(outgoingMessages)
    .set({
      state,
      failure: failure ?? null,
      failures: inVain ? message.failures : message.failures - 1,
      nextAttemptAt: sql`now() + make_interval(mins => ${afterMinutes}::int)`,
    })
    .where(
      and(
        whereMessage(message),
        eq(outgoingMessages.attempts, message.attempts),
        sql`${outgoingMessages.state} in ('waiting', 'handing_over')`,
      ),
    );
}

function whereMessage({ partnerId, id }: OutgoingMessage) {
  return and(eq(outgoingMessages.partnerId, partnerId), eq(outgoingMessages.id, id));
}

/** Locks the invoice. A reminder of what was credited or retracted meanwhile is not sent, and nothing is that names another amount. */
async function isStillSo(tx: Database, { partnerId, invoiceId, kind }: OutgoingMessage, seen: ComposedMessage["seen"]): Promise<boolean> {
  const [invoice] = await tx
    .select({ email: invoices.customerEmail, amountCents: invoices.amountTotalCents, retractedAt: invoices.retractedAt })
    .from(invoices)
    .where(and(eq(invoices.partnerId, partnerId), eq(invoices.id, invoiceId)))
    .for("update")
    .prepare("lock_addressee")
    .execute();
  if (invoice?.email !== seen.customerEmail) return false;
  if (kind === "answer") return true;
  if (invoice.amountCents !== seen.amountTotalCents) return false;
  return isAnnouncement(kind) || (invoice.amountCents > 0 && !invoice.retractedAt);
}
