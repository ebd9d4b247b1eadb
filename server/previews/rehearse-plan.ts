import { and, asc, eq, inArray, isNull, notInArray, or, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { collections, outgoingMessages } from "@/db/schema/collections";
import { invoices } from "@/db/schema/invoices";
import { deskRankings } from "@/db/schema/probable-payments";
import { type Actor, systemActor } from "@/server/actor";
import { takeSteps } from "@/server/billing/collection/take-due-steps";
import type { Locale } from "@/server/domain/formats/locales";
import { FEE_NOTE, isPlannedKind, type PlannedKind } from "@/server/domain/rules/collection-messages";
import { DomainError } from "@/server/errors";
import { type ClaimedMessage, composeMessage } from "@/server/messages/compose-message";
import { deliverToMailbox } from "@/server/messages/hand-over";
import type { LinkTo } from "@/server/messages/said";
import type { CustomerMail } from "@/server/messages/transport";
import { clock } from "@/server/platform/clock";
import { newCheckCode } from "@/server/platform/mail/check-code";
import { beginRehearsal } from "./begin-rehearsal";

/** A message as it will be sent if nobody pays. */
export interface RehearsedMessage {
  kind: PlannedKind;
  round: number;
  /** When it leaves, by the partner's clock. */
  at: Date;
  mail: CustomerMail;
  /** Number of invoices that it asks for, or that the direct debit collects. */
  invoicesCount: number;
}

interface Rehearsal {
  /** Language of the messages; null: the customer's own. */
  locale: Locale | null;
  linkTo: LinkTo;
  /** Called when collection has begun, without a message, and right after each message has left, with the service's actor as of then. */
  onMoment?: (tx: Database, actor: Actor, message: RehearsedMessage | undefined) => Promise<void>;
}

/** Maximum number of moments at which an invoice's plan does something; more than a plan has. */
const MOST_MOMENTS = 12;

/**
 * Carries out an invoice's plan to its end within a rehearsal, with the functions that carry it out in earnest, and returns its messages.
 * Nobody pays meanwhile. Throws `service_unavailable` if others hold the invoice or are storing payments.
 */
export async function rehearsePlan(tx: Database, { partnerId, clockOffsetMs }: Actor, invoiceId: string, rehearsal: Rehearsal) {
  let actor = systemActor({ id: partnerId, clockOffsetMs });
  const ids = await beginRehearsal(tx, actor, invoiceId);
  if (ids.length === 0) return [];
  const { locale } = rehearsal;
  if (locale)
    await tx
      .update(invoices)
      .set({ locale })
      .where(and(eq(invoices.partnerId, partnerId), inArray(invoices.id, ids)));
  await rehearsal.onMoment?.(tx, actor, undefined);

  const messages: RehearsedMessage[] = [];
  for (let moment = 0; moment < MOST_MOMENTS * ids.length; moment += 1) {
    await countDeskAsRanked(tx, partnerId);
    await takeSteps(tx, actor, ids);
    await countDeskAsRanked(tx, partnerId);
    messages.push(...(await sendWaiting(tx, actor, ids, invoiceId, rehearsal)));
    const next = await findNext(tx, partnerId, ids);
    if (!next) break;
    // The steps that are due were not taken.
    if (next <= clock.now(actor)) throw new DomainError("service_unavailable");
    actor = { ...actor, clockOffsetMs: next.getTime() - Date.now() };
  }
  return messages;
}

/** Lets payments at the desk count as ranked: they were ranked before the rehearsal, which only adds fees. */
async function countDeskAsRanked(tx: Database, partnerId: string): Promise<void> {
  await tx.delete(deskRankings).where(eq(deskRankings.partnerId, partnerId));
}

/**
 * Delivers the plan's waiting messages to the mailbox, one after another, because a message may include the next. Returns the messages that
 * ask for the invoice.
 */
async function sendWaiting(
  tx: Database,
  actor: Actor,
  ids: string[],
  invoiceId: string,
  { linkTo, onMoment }: Rehearsal,
): Promise<RehearsedMessage[]> {
  const sent: RehearsedMessage[] = [];
  const tried: string[] = [];
  for (;;) {
    const message = await claim(tx, actor.partnerId, ids, tried);
    if (!message) return sent;
    tried.push(message.id);
    const composed = await composeMessage(tx, actor, message, linkTo);
    if (typeof composed === "string" || !(await deliverToMailbox(tx, actor, message, composed))) continue;
    const { kind } = message;
    const covered = [message.invoiceId, ...composed.included.map((each) => each.invoiceId)];
    if (!isPlannedKind(kind) || !covered.includes(invoiceId)) continue;
    const rehearsed = { kind, round: message.round, at: composed.writtenAt, mail: composed.mail, invoicesCount: covered.length };
    sent.push(rehearsed);
    await onMoment?.(tx, actor, rehearsed);
  }
}

/** Whether a message is one of the plan, or announces a direct debit; not an answer or another announcement. */
export const whereOfPlan = and(
  isNull(outgoingMessages.ticketId),
  or(isNull(outgoingMessages.aboutId), inArray(outgoingMessages.kind, [FEE_NOTE, "debit_announced"])),
);

async function claim(tx: Database, partnerId: string, ids: string[], tried: string[]): Promise<ClaimedMessage | undefined> {
  const { id, state, nextAttemptAt, attempts, failures, checkCode } = outgoingMessages;
  const [first] = await tx
    .select({ id })
    .from(outgoingMessages)
    .where(
      and(
        eq(outgoingMessages.partnerId, partnerId),
        inArray(outgoingMessages.invoiceId, ids),
        eq(state, "waiting"),
        whereOfPlan,
        tried.length > 0 ? notInArray(id, tried) : undefined,
      ),
    )
    .orderBy(asc(nextAttemptAt), asc(id))
    .limit(1);
  if (!first) return undefined;
  const claimed = only(
    await tx
      .update(outgoingMessages)
      .set({
        attempts: sql`${attempts} + 1`,
        failures: sql`${failures} + 1`,
        checkCode: sql`coalesce(${checkCode}, ${newCheckCode()})`,
      })
      .where(and(eq(outgoingMessages.partnerId, partnerId), eq(id, first.id)))
      .returning(),
  );
  return { ...claimed, checkCode: claimed.checkCode ?? "" };
}

async function findNext(tx: Database, partnerId: string, ids: string[]): Promise<Date | null> {
  const [found] = await tx
    .select({ nextAt: collections.nextAt })
    .from(collections)
    .where(and(eq(collections.partnerId, partnerId), inArray(collections.invoiceId, ids), sql`${collections.nextAt} is not null`))
    .orderBy(asc(collections.nextAt))
    .limit(1);
  return found?.nextAt ?? null;
}
