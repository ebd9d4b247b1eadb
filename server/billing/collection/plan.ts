import { addDays, dayAt, laterDay, sameTimeOn } from "@/server/domain/formats/calendar";
import { sumOf } from "@/server/domain/rules/account";
import { FEE_NOTE, isReminder, type MessageKind, messageKinds } from "@/server/domain/rules/collection-messages";
import { dueOn, dueOnceAskedAt } from "@/server/domain/rules/due-date";
import { holdsOn } from "@/server/domain/rules/holds";
import { firstFeeDay, lastArrival } from "@/server/domain/rules/late-fee";
import { GRACE_DAYS } from "@/server/domain/rules/late-fee-rules";
import { categoryOf } from "@/server/domain/rules/line-types";
import { sharedLateFeeCents } from "@/server/domain/rules/shared-late-fee";
import type { ClaimOfMail, CollectedInvoice, SentMessage } from "./collected-invoice";
import { countedCents, owedUnderFeeCents, whenFeeWasNamed } from "./counted-claim";
import { afterInsteadMs, earliestMsOf } from "./earliest-demand";
import { type DebitStep, debitInstead } from "./planned-debit";
import { dueOnceEnded, type InstalmentStep, instalmentSteps, isEndToBeTold, runningPlan } from "./planned-instalments";
import { afterDaysToPay, bankDayInAWeek, chargebacksOf, isReturnedLately, LEAST_DAYS_TO_PAY, lastDayInTime } from "./returned-payment";

/** A coming step. The step is left out if the invoice is paid, credited or retracted before. */
export type PlannedItem = { at: Date } & (
  | { kind: MessageKind; round: number }
  /** `graceUntil`: the last day without the fee, some days before the fee is charged (`firstFeeDay`). */
  | ({ kind: "late_payment_fee" } & Pick<FeeAhead, "amountCents" | "graceUntil">)
  | { kind: typeof FEE_NOTE; amountCents: number }
  | DebitStep
  | InstalmentStep
);

/** Whole days that the note before a late-payment fee leaves to pay without it. */
const DAYS_AFTER_NOTE = 3;

/**
 * Returns the coming messages, fees and other steps of an invoice, in order. Pure, so that execution, forecast, portal and customer's page agree.
 * - A step whose time is over is planned for `now`. A late message moves the messages after it, which keep their distance: even after an outage,
 *   two messages never arrive together.
 * - A request is left out if it would be sent after the due day, because reminders replace it then.
 * - A reminder waits until the seven days are over that the one before it leaves to pay (decision 0196).
 * - A chargeback starts the reminders again, from the day that the mail about it names.
 * - No reminder is sent until the day is over that a mail in place of a direct debit names.
 * - A pause moves steps within it to the day after its end.
 * - The reminder with a late-payment fee waits until a transfer of the last day without the fee can have been booked (decision 0193). Reminders of
 *   other invoices that share the fee wait as well, so that one mail asks for all.
 * - An invoice to be collected by direct debit has the debit as its only step, at the time of the first message.
 * - An invoice that is paid in instalments has only the steps of the next part.
 */
export function plan(invoice: CollectedInvoice, now: Date): PlannedItem[] {
  if (!isCollected(invoice) || isHeldOpenEnded(invoice)) return [];

  const divided = runningPlan(invoice, now);
  if (divided) return instalmentSteps(invoice, divided, earliestMsOf(invoice, now));

  const due = dueOnOf(invoice, now);
  const messages = [...requestsOf(invoice, now).filter(({ at }) => dayAt(at) <= due), ...remindersOf(invoice, due, now)];
  const debit = debitInstead(invoice, due, messages.find(({ sent }) => !sent)?.at);
  return debit ? [debit] : withFeeNote(invoice, withFee(invoice, messages, now), now);
}

/**
 * Returns the messages that are still to be sent, and the late-payment fee before the reminder that asks for it. That reminder waits for the
 * fee, or for the fee that the invoice shares; later reminders keep their distance.
 */
function withFee(invoice: CollectedInvoice, messages: readonly RoundMessage[], now: Date): PlannedItem[] {
  const round = roundOf(invoice);
  const shared = sharedFeeStep(invoice, now);
  let grace = graceOf(invoice);
  let isFeePlanned = false;
  let waitsMs = 0;
  return messages.flatMap(({ kind, plannedAt, sent, ...message }): PlannedItem[] => {
    if (sent) return [];
    if (!isReminder(kind)) return [{ kind, round, at: message.at }];
    const isBeforeSharedFee = shared && dayAt(message.at) > shared.graceUntil && message.at < shared.at;
    if (isBeforeSharedFee && waitsMs === 0) waitsMs = shared.at.getTime() - message.at.getTime();
    const at = new Date(message.at.getTime() + waitsMs);
    const isGraceOver = grace !== undefined && dayAt(at) > grace.until;
    if (grace && isGraceOver && !isFeePlanned) {
      const graceUntil = laterDay(grace.until, addDays(dayAt(plannedAt), -1));
      const feeAt = new Date(Math.max(at.getTime(), sameTimeOn(firstFeeDay(graceUntil), invoice.transmittedAt).getTime()));
      const amountCents = lateFeeOf(invoice, dayAt(feeAt));
      if (amountCents > 0) {
        isFeePlanned = true;
        waitsMs = feeAt.getTime() - message.at.getTime();
        return [
          { kind: "late_payment_fee", amountCents, graceUntil, at: feeAt },
          { kind, round, at: feeAt },
        ];
      }
    }
    if (!grace || (grace.isToBeRenewed && !isGraceOver)) grace = { until: graceFrom(at), isToBeRenewed: false };
    return [{ kind, round, at }];
  });
}

/**
 * Adds the note before the late-payment fee, if the company wants one. Leaves the note out if it would be sent
 * - later than planned, because fewer than three whole days would be left;
 * - on the day of another message or step, such as a reminder, which names the same;
 * - before the day is over that the mail about a returned payment names.
 */
function withFeeNote(invoice: CollectedInvoice, items: PlannedItem[], now: Date): PlannedItem[] {
  const { settings, isFeeNoted, messages, transmittedAt } = invoice;
  const fee = feeStepOf(items);
  if (!settings.latePaymentFeeNotice || isFeeNoted || !fee) return items;
  const day = lastDayOfNote(fee.graceUntil);
  const at = new Date(Math.max(sameTimeOn(day, transmittedAt).getTime(), earliestMsOf(invoice, now)));
  if (dayAt(at) > day || isReturnedLately(invoice, day)) return items;
  if ([...messages, ...items].some((other) => dayAt(other.at) === day)) return items;
  const index = items.findIndex((item) => item.at > at);
  return items.toSpliced(index, 0, { kind: FEE_NOTE, amountCents: fee.amountCents, at });
}

/** Returns the last day on which a note leaves three whole days to pay without the fee. */
function lastDayOfNote(graceUntil: string): string {
  return addDays(graceUntil, -DAYS_AFTER_NOTE);
}

/**
 * Returns the fee that a note sent now names. Undefined if no reminder has named the fee, or if fewer than three whole days are left to avoid
 * it.
 */
export function feeToNote(invoice: CollectedInvoice, now: Date): FeeAhead | undefined {
  const fee = isToldOfFee(invoice) ? feeIn(plan(invoice, now), now) : undefined;
  return fee && dayAt(now) <= lastDayOfNote(fee.graceUntil) ? fee : undefined;
}

/** A late-payment fee to come: its amount, the last day without it (`graceUntil`), and the day on which it is charged. */
export interface FeeAhead {
  amountCents: number;
  graceUntil: string;
  chargedOn: string;
}

/**
 * Returns the fee that follows a reminder sent now. The law requires a free reminder that names the fee and its last free day, and leaves the days
 * of grace. Undefined if no fee will follow, or if its last free day is over.
 */
export function feeAhead(invoice: CollectedInvoice, { kind, round }: Pick<SentMessage, "kind" | "round">, now: Date): FeeAhead | undefined {
  const isThis = (sent: SentMessage) => sent.kind === kind && sent.round === round;
  const grace = graceOf({ ...invoice, messages: invoice.messages.filter((sent) => !isThis(sent)) });
  const isRenewing = invoice.messages.some((sent) => isThis(sent) && grace?.isToBeRenewed && dayAt(sent.at) <= grace.until);
  // Null: the last free day that an earlier reminder named stays.
  const graceUntil = isToldOfFee(invoice) && !isRenewing ? null : graceFrom(now);
  const messages = invoice.messages.map((sent) => (isThis(sent) ? { ...sent, graceUntil } : sent));
  return feeIn(plan({ ...invoice, messages }, now), now);
}

/** Returns the fee to come that a reminder has named, on this invoice or on the one with the shared fee; undefined if there is none. */
export function namedFee(invoice: CollectedInvoice, now: Date): FeeAhead | undefined {
  const { sharedFee } = invoice;
  if (sharedFee?.isElsewhere) return sharedFee.bearer ? namedFee(sharedFee.bearer.collected, now) : undefined;
  return isToldOfFee(invoice) ? feeIn(plan(invoice, now), now) : undefined;
}

/** Returns the first fee of a plan, unless its last free day is over. */
export function feeIn(items: PlannedItem[], now: Date): FeeAhead | undefined {
  const fee = feeStepOf(items);
  if (!fee || fee.graceUntil < dayAt(now)) return undefined;
  return { amountCents: fee.amountCents, graceUntil: fee.graceUntil, chargedOn: dayAt(fee.at) };
}

/** Returns the step of the fee to come that this invoice shares and that stands on another invoice; undefined if there is none. */
function sharedFeeStep({ sharedFee }: CollectedInvoice, now: Date): ReturnType<typeof feeStepOf> {
  const bearer = sharedFee?.isElsewhere ? sharedFee.bearer?.collected : undefined;
  return bearer && !hasLateFee(bearer.lines) ? feeStepOf(plan(bearer, now)) : undefined;
}

function feeStepOf(items: PlannedItem[]): Extract<PlannedItem, { kind: "late_payment_fee" }> | undefined {
  return items.find((item) => item.kind === "late_payment_fee");
}

/** Returns the last day on which a payment prevents the step. */
export function lastDayBefore({ at }: Pick<PlannedItem, "at">): string {
  return addDays(dayAt(at), -1);
}

/**
 * Returns the day to pay by that a message sent now names; never before today. The first of these days applies:
 * - the due day, until it is over; after a returned payment, the day that the mail about it names, until that is over;
 * - the last day without a late-payment fee, if this message or an earlier one names the fee;
 * - after that day and before the fee, the last day on which a transfer arrives in time; once that is over too, the day before the fee;
 * - the day before the next reminder, which is at least 7 days ahead of a reminder;
 * - if nothing follows, the first day from 7 days ahead on which banks book.
 *
 * `message`: the request or reminder that is sent, which is among the invoice's messages; undefined for other messages.
 */
export function payBy(invoice: CollectedInvoice, now: Date, message?: Pick<SentMessage, "kind" | "round">): string {
  const today = dayAt(now);
  const due = dueOnOf(invoice, now);
  const lastFree = message ? due : lastDayInTime(invoice, due);
  if (lastFree >= today) return lastFree;
  const fee = message ? feeAhead(invoice, message, now) : namedFee(invoice, now);
  if (fee) return fee.graceUntil;
  const items = plan(invoice, now);
  const bearer = invoice.sharedFee?.isElsewhere ? invoice.sharedFee.bearer?.collected : undefined;
  const feeStep = feeStepOf(bearer ? plan(bearer, now) : items);
  const isBetweenGraceAndFee = feeStep && feeStep.graceUntil < today && today < dayAt(feeStep.at);
  if (isBetweenGraceAndFee && isToldOfFee(bearer ?? invoice)) {
    const arrival = lastArrival(feeStep.graceUntil);
    return arrival >= today ? arrival : lastDayBefore(feeStep);
  }
  const next = nextMessage(items);
  return next ? laterDay(lastDayBefore(next), addDays(today, LEAST_DAYS_TO_PAY)) : bankDayInAWeek(today);
}

/** Returns the day to pay by that the mail about a returned payment names when it is sent now: at least 7 days ahead. */
export function payReturnedBy(invoice: CollectedInvoice, now: Date): string {
  return laterDay(payBy(invoice, now), bankDayInAWeek(dayAt(now)));
}

/** Returns the next request or reminder. */
export function nextMessage(items: PlannedItem[]): Extract<PlannedItem, { round: number }> | undefined {
  return items.find((item) => "round" in item);
}

/** Whether no reminder follows this one. */
export function isLastReminder({ settings }: Pick<CollectedInvoice, "settings">, kind: MessageKind): boolean {
  const later = messageKinds.slice(messageKinds.indexOf(kind) + 1);
  return isReminder(kind) && later.every((each) => settings[`${each}Day`] === null);
}

/**
 * Returns the late-payment fee to charge on a day, in cents: at most the legal maximum for this customer, over all invoices that share the fee and
 * are demanded on that day. Returns 0 if
 * - a fee was charged before, or stands on another invoice;
 * - the amount is paid that the reminder with the fee asked for;
 * - no claim owes more than the amount of its other fees that were charged: there is no fee for fees (`countedCents`);
 * - the reminder that named the fee may be of the time before an arrangement, or before a plan of instalments was restored.
 */
function lateFeeOf({ settings, payer, lines, sharedFee, messages, instalments }: CollectedInvoice, day: string): number {
  if (sharedFee?.isElsewhere || hasLateFee(lines)) return 0;
  if (owedUnderFeeCents({ lines, messages }) <= 0 || hasOldReminders(instalments)) return 0;
  const owedCents = countedCents(lines, whenFeeWasNamed({ messages }));
  const others = (sharedFee?.others ?? []).map((each) => (isClaimedOn(each, day) ? each : { ...each, owedCents: 0 }));
  return sharedLateFeeCents(settings.latePaymentFeeCents, [{ payer, owedCents }, ...others]);
}

/** Whether reminders of the whole balance may be of the time before staff agreed on an arrangement, or before the plan was restored. */
function hasOldReminders(instalments: CollectedInvoice["instalments"]): boolean {
  return instalments !== null && (instalments.isArrangement || instalments.restores > 0);
}

/** Whether an amount is demanded on a day. */
function isClaimedOn({ hold, returnedUntil }: ClaimOfMail, day: string): boolean {
  return !(hold && holdsOn(hold, day)) && (returnedUntil ?? "") < day;
}

/** Whether a late-payment fee was charged. */
export function hasLateFee(lines: CollectedInvoice["lines"]): boolean {
  return lines.some(({ type }) => type === "LATE-PAYMENT-FEE-LINE");
}

interface Grace {
  /** Last day without a fee. */
  until: string;
  /** Whether the next reminder until that day names a later one, which leaves all days of grace again. */
  isToBeRenewed: boolean;
}

/**
 * Returns the last day without a fee that a reminder has named or is about to name. Undefined if none does; a lost reminder does not count.
 * After a pause beyond that day, the days of grace start again at the pause's end, and once more with a reminder that leaves before they are over.
 */
function graceOf({ messages, hold }: Pick<CollectedInvoice, "messages" | "hold">): Grace | undefined {
  const reminders = messages.filter(({ kind, fate }) => isReminder(kind) && fate !== "lost");
  const named = reminders.flatMap(({ graceUntil }) => graceUntil ?? []).sort();
  const going = reminders.find(({ fate }) => fate === "going");
  const told = named.at(-1) ?? (going && graceFrom(going.at));
  if (told === undefined) return undefined;
  if (!hold?.until || hold.until < told) return { until: told, isToBeRenewed: false };
  const pausedUntil = hold.until;
  const until = addDays(pausedUntil, GRACE_DAYS);
  const renewing = reminders.find(({ at }) => dayAt(at) > pausedUntil && dayAt(at) <= until);
  return renewing ? { until: graceFrom(renewing.at), isToBeRenewed: false } : { until, isToBeRenewed: true };
}

/** Returns the last day of grace. The days of grace are whole days, starting the day after the reminder. */
function graceFrom(remindedAt: Date): string {
  return addDays(dayAt(remindedAt), GRACE_DAYS);
}

/** Whether a sent reminder has named the fee. Before that, no fee is charged. */
export function isToldOfFee({ messages }: Pick<CollectedInvoice, "messages">): boolean {
  return messages.some(({ fate, graceUntil }) => fate === "left" && graceUntil !== null);
}

/** Whether the customer can be asked for an outstanding amount, with no payment in progress and no direct debit planned. */
export function isCollected({ retractedAt, hasEmail, isPaymentInProgress, lines, debit }: CollectedInvoice): boolean {
  return !retractedAt && hasEmail && !isPaymentInProgress && !debit?.part && sumOf(lines) > 0;
}

/** Whether nothing may be demanded now: staff hold collection, the customer objects, or a payment waits at the desk. */
export function isHeld({ hold }: Pick<CollectedInvoice, "hold">, now: Date): boolean {
  return hold !== null && holdsOn(hold, dayAt(now));
}

/** Whether the invoice is held without a known end. */
const isHeldOpenEnded = ({ hold }: Pick<CollectedInvoice, "hold">) => hold !== null && hold.until === null;

/** Whether the invoice is a credit note (billed amount below 0). */
export function isCreditNote({ retractedAt, lines }: CollectedInvoice): boolean {
  return !retractedAt && sumOf(lines) < 0 && sumOf(lines.filter(({ type }) => categoryOf(type) === "billed")) < 0;
}

/**
 * Returns the due day; the invoice is overdue once that day is over. For a customer who has not been asked yet, the payment period starts
 * with the first message. For one whose plan of instalments has ended, it starts with the mail that says so.
 */
export function dueOnOf(invoice: CollectedInvoice, now: Date): string {
  const { transmittedAt, settings } = invoice;
  if (invoice.dueOn && isEndToBeTold(invoice)) return laterDay(invoice.dueOn, dueOnceEnded(new Date(earliestMsOf(invoice, now))));
  if (invoice.dueOn) return invoice.dueOn;
  if (!isCollected(invoice) || isHeldOpenEnded(invoice) || isAsked(invoice)) return dueOn(transmittedAt, settings);
  const first = requestsOf(invoice, now).find(({ sent }) => sent?.fate !== "lost");
  return first ? dueOnceAskedAt(first.at, transmittedAt, settings) : dueOn(transmittedAt, settings);
}

/**
 * Whether the last reminder of this round was sent, so that nothing follows it, and the invoice can still be asked for. False while a plan of
 * instalments goes on.
 */
export function isReminderOver(invoice: CollectedInvoice, now: Date): boolean {
  const round = roundOf(invoice);
  const isLast = (sent: SentMessage) => sent.fate === "left" && sent.round === round && isLastReminder(invoice, sent.kind);
  return isCollected(invoice) && !runningPlan(invoice, now) && invoice.messages.some(isLast);
}

/** Whether any message of the plan was sent. */
export function isAsked({ messages }: Pick<CollectedInvoice, "messages">): boolean {
  return messages.some(({ fate }) => fate === "left");
}

/**
 * Returns the number of chargebacks that have started the reminders again. Not below the round of any sent message, because an undone
 * booking used to start a round.
 */
export function roundOf(invoice: CollectedInvoice): number {
  return Math.max(chargebacksOf(invoice).length, ...invoice.messages.map(({ round }) => round));
}

interface RoundMessage {
  kind: MessageKind;
  at: Date;
  /** Time at which the message would be sent if it were not late itself; a late message before it counts. */
  plannedAt: Date;
  /** Undefined if the message was not sent yet. */
  sent: SentMessage | undefined;
}

/**
 * Returns the requests, whose days count from the transmission. After a chargeback or a reminder, there are none, and none once instalments were
 * agreed on: the mail about their end asks for what is left. None either once a direct debit was booked: its receipt asks for a rest.
 */
function requestsOf(invoice: CollectedInvoice, now: Date): RoundMessage[] {
  const round = roundOf(invoice);
  if (round > 0 || invoice.instalments || invoice.debit?.wasBooked || invoice.messages.some(({ kind }) => isReminder(kind))) return [];
  return messagesOf(invoice, ["request1", "request2"], dayAt(invoice.transmittedAt), now);
}

/**
 * Returns the reminders of this round, whose days count from the due day. After a chargeback, they count from the day that the mail about it
 * names, if that is later.
 */
function remindersOf(invoice: CollectedInvoice, due: string, now: Date): RoundMessage[] {
  return messagesOf(invoice, messageKinds.filter(isReminder), lastDayInTime(invoice, due), now, afterInsteadMs(invoice));
}

/**
 * Returns the messages of these kinds in order, starting with the last one sent. Skipped messages are not sent later. `from`: the day from which
 * the days in the settings count. `fromMs`: the moment before which none is sent.
 */
function messagesOf(invoice: CollectedInvoice, kinds: MessageKind[], from: string, now: Date, fromMs = 0): RoundMessage[] {
  const { settings, transmittedAt, messages } = invoice;
  const round = roundOf(invoice);
  const earliestMs = Math.max(earliestMsOf(invoice, now), fromMs);
  const all = kinds.flatMap((kind) => {
    const day = settings[`${kind}Day`];
    const sent = messages.find((message) => message.kind === kind && message.round === round);
    return day === null ? [] : [{ kind, sent, plannedMs: sameTimeOn(addDays(from, day), transmittedAt).getTime() }];
  });
  const lastSent = all.findLastIndex(({ sent }) => sent);

  let previous: { plannedMs: number; atMs: number } | undefined;
  return all.slice(Math.max(0, lastSent)).map(({ kind, sent, plannedMs }) => {
    const distanceKeptMs = previous ? previous.atMs + (plannedMs - previous.plannedMs) : plannedMs;
    const afterNamedMs = previous && isReminder(kind) ? afterDaysToPay(new Date(previous.atMs)).getTime() : 0;
    const inOrderMs = Math.max(plannedMs, distanceKeptMs, afterNamedMs);
    const atMs = sent?.at.getTime() ?? Math.max(inOrderMs, earliestMs);
    previous = { plannedMs, atMs };
    return { kind, at: new Date(atMs), plannedAt: new Date(inOrderMs), sent };
  });
}
