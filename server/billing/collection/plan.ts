import type { CollectionSettings } from "@/db/schema/collection-settings";
import type { InvoiceLine } from "@/db/schema/invoice-lines";
import { sumOf } from "@/server/domain/account";
import { addDays, dayAt, laterDay, sameTimeOn } from "@/server/domain/calendar";
import { isReminder, type MessageKind, messageKinds } from "@/server/domain/collection-messages";
import { dueOn, dueOnceAskedAt } from "@/server/domain/due-date";
import { holdsOn } from "@/server/domain/holds";
import { type FeePayer, GRACE_DAYS, lateFeeCents } from "@/server/domain/late-fee-rules";
import { categoryOf } from "@/server/domain/line-types";
import { DAY_MS } from "@/server/domain/time";

/** All that decides what will happen to a transmitted invoice. */
export interface CollectedInvoice {
  settings: CollectionSettings;
  transmittedAt: Date;
  /** Null: its import's. */
  dueOn: string | null;
  retractedAt: Date | null;
  /** Who cannot be written to is sent nothing, and charged nothing for not having reacted. */
  hasEmail: boolean;
  isPaymentInProgress: boolean;
  /** Whom the law on late-payment fees is asked about. */
  payer: FeePayer;
  /** When the last attempt to pay failed, or was taken back by the bank. */
  lastFailedAt: Date | null;
  /**
   * The reason why nothing is demanded, through its last day; without one until it is lifted: a hold, or a payment at the desk that is probably this invoice's. Null: nothing ever did, or it
   * was lifted.
   */
  hold: { until: string | null } | null;
  /** In the order in which they were recorded. */
  lines: CollectedLine[];
  /** The messages of the plan that have left, or are on their way. */
  messages: SentMessage[];
}

interface CollectedLine extends Pick<InvoiceLine, "type" | "amountCents" | "date"> {
  /** For a chargeback: whether it takes off what had been booked by mistake. */
  isUndone?: boolean;
}

export interface SentMessage {
  kind: MessageKind;
  /** How many chargebacks had begun the reminders again. */
  round: number;
  at: Date;
  /** Whether the customer's mail server has taken it, may yet take it, or never will. */
  fate: "left" | "going" | "lost";
  /** Until which day the late-payment fee that it names is not charged; null: it names none, or is yet to be written. */
  graceUntil: string | null;
}

/** Something that will happen unless the invoice is paid, credited or retracted before. */
export type PlannedItem = { at: Date } & ({ kind: MessageKind; round: number } | { kind: "late_payment_fee"; amountCents: number });

/** Nothing is demanded so soon after an attempt to pay that failed or was taken back. */
export const QUIET_MS = DAY_MS;

/**
 * The messages and fees that an invoice will get, in order. Pure, so that execution, forecast, portal and customer's page agree. What is already due is
 * planned for `now`. A late message moves the following ones, which keep their distance: an outage never makes two messages arrive together. A request
 * that would leave after the due day is left out: reminders say what holds then. A chargeback starts the reminders again, from its day. A pause moves
 * what would leave in it to the day after.
 */
export function plan(invoice: CollectedInvoice, now: Date): PlannedItem[] {
  if (!isCollected(invoice) || isHeldOpenEnded(invoice)) return [];

  const round = roundOf(invoice);
  const due = dueOnOf(invoice, now);
  const feeCents = lateFeeOf(invoice);
  let isFeeOwed = feeCents > 0;

  const messages = [...requestsOf(invoice, now).filter(({ at }) => dayAt(at) <= due), ...remindersOf(invoice, due, now)];
  let graceUntil = graceUntilOf(invoice);
  return messages.flatMap(({ kind, at, sent }): PlannedItem[] => {
    if (sent) return [];
    const message = { kind, round, at };
    if (!isReminder(kind)) return [message];
    const isGraceOver = graceUntil !== undefined && dayAt(at) > graceUntil;
    graceUntil ??= graceFrom(at);
    if (!isFeeOwed || !isGraceOver) return [message];
    isFeeOwed = false;
    return [{ kind: "late_payment_fee", amountCents: feeCents, at }, message];
  });
}

/**
 * The fee that follows a reminder which leaves now, in cents, and the last day before it: the law wants both to be named by a reminder that is free, at
 * least the days of grace before. Undefined where none is to come.
 */
export function feeAhead(
  invoice: CollectedInvoice,
  { kind, round }: Pick<SentMessage, "kind" | "round">,
  now: Date,
): { amountCents: number; graceUntil: string } | undefined {
  const graceUntil = isToldOfFee(invoice) ? null : graceFrom(now);
  const messages = invoice.messages.map((sent) => (sent.kind === kind && sent.round === round ? { ...sent, graceUntil } : sent));
  const fee = plan({ ...invoice, messages }, now).find((item) => item.kind === "late_payment_fee");
  return fee?.kind === "late_payment_fee" ? { amountCents: fee.amountCents, graceUntil: addDays(dayAt(fee.at), -1) } : undefined;
}

/** What is still to be charged for being late, in cents: once, and no more than the law lets this customer be charged. */
function lateFeeOf({ settings, payer, lines }: CollectedInvoice): number {
  if (lines.some(({ type }) => type === "LATE-PAYMENT-FEE-LINE")) return 0;
  return lateFeeCents(settings.latePaymentFeeCents, payer, sumOf(lines));
}

/**
 * The last day without a fee, as the customer was told or is about to be; undefined: no fee was named to them. A reminder that was lost has told nobody.
 * Who was paused beyond that day has the days of grace again after it.
 */
function graceUntilOf({ messages, hold }: CollectedInvoice): string | undefined {
  const reminders = messages.filter(({ kind, fate }) => isReminder(kind) && fate !== "lost");
  const named = reminders.flatMap(({ graceUntil }) => graceUntil ?? []).sort();
  const going = reminders.find(({ fate }) => fate === "going");
  const told = named.at(-1) ?? (going && graceFrom(going.at));
  return told && hold?.until && hold.until >= told ? addDays(hold.until, GRACE_DAYS) : told;
}

/** The last of the days of grace, which are whole ones from the day after the reminder. */
function graceFrom(remindedAt: Date): string {
  return addDays(dayAt(remindedAt), GRACE_DAYS);
}

/** Whether the customer has been told of the fee. Until a reminder that names it has left, none is charged. */
export function isToldOfFee({ messages }: Pick<CollectedInvoice, "messages">): boolean {
  return messages.some(({ fate, graceUntil }) => fate === "left" && graceUntil !== null);
}

/** Whether the customer still owes something that they can be asked for, and is not just paying it. */
export function isCollected({ retractedAt, hasEmail, isPaymentInProgress, lines }: CollectedInvoice): boolean {
  return !retractedAt && hasEmail && !isPaymentInProgress && sumOf(lines) > 0;
}

/** Whether nothing may be demanded at this moment: staff hold collection back, the customer objects, or their money waits at the desk. */
export function isHeld({ hold }: Pick<CollectedInvoice, "hold">, now: Date): boolean {
  return hold !== null && holdsOn(hold, dayAt(now));
}

/** Whether it is held without an end that is known. */
const isHeldOpenEnded = ({ hold }: Pick<CollectedInvoice, "hold">) => hold !== null && hold.until === null;

/** Whether it gave from the start, and asked for nothing: its customer is told once. */
export function isCreditNote({ retractedAt, lines }: CollectedInvoice): boolean {
  return !retractedAt && sumOf(lines) < 0 && sumOf(lines.filter(({ type }) => categoryOf(type) === "billed")) < 0;
}

/** The moment from which on something may be demanded again; undefined: no attempt to pay has failed. */
export function quietUntil({ lastFailedAt }: Pick<CollectedInvoice, "lastFailedAt">): Date | undefined {
  return lastFailedAt ? new Date(lastFailedAt.getTime() + QUIET_MS) : undefined;
}

/** The day by which the invoice is to be paid; it is overdue once that day is over. A customer who is yet to be asked has the agreed days from then on. */
export function dueOnOf(invoice: CollectedInvoice, now: Date): string {
  const { transmittedAt, settings } = invoice;
  if (invoice.dueOn) return invoice.dueOn;
  if (!isCollected(invoice) || isHeldOpenEnded(invoice) || isAsked(invoice)) return dueOn(transmittedAt, settings);
  const first = requestsOf(invoice, now).find(({ sent }) => sent?.fate !== "lost");
  return first ? dueOnceAskedAt(first.at, transmittedAt, settings) : dueOn(transmittedAt, settings);
}

/** Whether a message of the plan has left. */
export function isAsked({ messages }: Pick<CollectedInvoice, "messages">): boolean {
  return messages.some(({ fate }) => fate === "left");
}

/** The chargebacks that left something to be paid: a refund, which is recorded as one, does not, and a booking that was undone had never been one. */
function chargebacksOf({ lines }: CollectedInvoice): Pick<InvoiceLine, "date">[] {
  let outstandingCents = 0;
  return lines.filter(({ type, amountCents, isUndone }) => {
    outstandingCents += amountCents;
    return type === "CHARGEBACK-LINE" && !isUndone && amountCents > 0 && outstandingCents > 0;
  });
}

/** How many chargebacks have begun the reminders again. What was sent in a later round stays in it: an undone booking used to begin one. */
export function roundOf(invoice: CollectedInvoice): number {
  return Math.max(chargebacksOf(invoice).length, ...invoice.messages.map(({ round }) => round));
}

interface RoundMessage {
  kind: MessageKind;
  at: Date;
  /** Undefined: not yet. */
  sent: SentMessage | undefined;
}

/** The requests, which count from the transmission. None once the bank has taken a payment back, nor once a reminder was sent. */
function requestsOf(invoice: CollectedInvoice, now: Date): RoundMessage[] {
  const round = roundOf(invoice);
  if (round > 0 || invoice.messages.some(({ kind }) => isReminder(kind))) return [];
  return messagesOf(invoice, ["request1", "request2"], dayAt(invoice.transmittedAt), now);
}

/** The reminders of this round, which count from the due day, or from the chargeback's if that is later. */
function remindersOf(invoice: CollectedInvoice, due: string, now: Date): RoundMessage[] {
  const chargedBackAt = chargebacksOf(invoice).at(-1)?.date;
  const from = chargedBackAt ? laterDay(dayAt(chargedBackAt), due) : due;
  return messagesOf(invoice, messageKinds.filter(isReminder), from, now);
}

/** The messages of these kinds in their order, from the last that was sent: what was passed over before it is not made up for. */
function messagesOf(invoice: CollectedInvoice, kinds: MessageKind[], from: string, now: Date): RoundMessage[] {
  const { settings, transmittedAt, messages, hold } = invoice;
  const round = roundOf(invoice);
  const resumedMs = hold?.until ? sameTimeOn(addDays(hold.until, 1), transmittedAt).getTime() : 0;
  const earliestMs = Math.max(now.getTime(), quietUntil(invoice)?.getTime() ?? 0, resumedMs);
  const all = kinds.flatMap((kind) => {
    const day = settings[`${kind}Day`];
    const sent = messages.find((message) => message.kind === kind && message.round === round);
    return day === null ? [] : [{ kind, sent, plannedMs: sameTimeOn(addDays(from, day), transmittedAt).getTime() }];
  });
  const lastSent = all.findLastIndex(({ sent }) => sent);

  let previous: { plannedMs: number; atMs: number } | undefined;
  return all.slice(Math.max(0, lastSent)).map(({ kind, sent, plannedMs }) => {
    const distanceKeptMs = previous ? previous.atMs + (plannedMs - previous.plannedMs) : plannedMs;
    const atMs = sent?.at.getTime() ?? Math.max(plannedMs, distanceKeptMs, earliestMs);
    previous = { plannedMs, atMs };
    return { kind, at: new Date(atMs), sent };
  });
}
