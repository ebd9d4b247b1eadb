import { comingDebitsOfPlan, type PartOfPlan } from "@/server/billing/debits/debits-of-plan";
import { addWorkingDays } from "@/server/domain/banking/bank-days";
import { addDays, dayAt, laterDay, sameTimeOn } from "@/server/domain/formats/calendar";
import { sumOf } from "@/server/domain/rules/account";
import { PART_DUE, PART_MISSED, PARTS_SPREAD, PLAN_ENDED } from "@/server/domain/rules/collection-messages";
import { followParts, LEAST_ASKED_CENTS, nextPart, type PartNow } from "@/server/domain/rules/instalment-account";
import { lastArrival } from "@/server/domain/rules/late-fee";
import type { CollectedInvoice } from "./collected-invoice";
import { earliestMsOf } from "./earliest-demand";
import { LEAST_DAYS_TO_PAY, lastDayInTime } from "./returned-payment";

/** Number of days from the mail about a part to the part's day. */
const DUE_NOTICE_DAYS = 5;
/** Minimum number of days from a part's day to the reminder of the missed part. */
const MISSED_AFTER_DAYS = 4;
/**
 * Minimum number of bank days from a part's day to the reminder: a transfer ordered on the part's day arrives on the first, and its statement is
 * read on the second.
 */
const MISSED_AFTER_BANK_DAYS = 2;
/** Days to pay that the reminder of a missed part leaves, and that follow the end of a hold or the restoring of a plan. */
const DAYS_AFTER_REMINDER = 10;
/** Number of days from the last arrival of a transfer in time until a missed part changes the plan: a payment is booked meanwhile. */
const DAYS_TO_BOOK = 4;
/** Maximum number of days from that arrival for which a missed part waits for a statement. */
const MOST_DAYS_FOR_STATEMENT = 28;
/** Days to pay all of the balance after a missed part has ended the plan. */
const DAYS_AFTER_END = 14;
/** Distance between the numbers of messages about a part that was opened again: more than any plan has parts. */
const OPENED_AGAIN = 1_000;
/** Distance between the numbers of messages that were cancelled and planned again: more than parts are opened again. */
const PLANNED_AGAIN = 1_000_000;

/** Step of a plan of instalments. */
export interface InstalmentStep {
  kind: typeof PART_DUE | typeof PART_MISSED | typeof PARTS_SPREAD | typeof PLAN_ENDED;
  at: Date;
  /** Number of the part, from 1. */
  number: number;
  /** Number under which the message about the part is sent once. */
  part: number;
  /** Open amount of the part, in cents; at the end of the plan, the balance. */
  amountCents: number;
  /** Last day on which the part is paid in time. */
  lastOn: string;
}

/** A plan of instalments that goes on. */
export interface RunningPlan {
  id: string;
  /** All parts. An unpaid part has the day by which it is to be paid now, which may be later than agreed. */
  parts: PartNow[];
  /** Number of parts as customers are told it: without one for an amount that was added and taken off again. */
  count: number;
  next: PartNow;
  /** Day on which the next part is announced. */
  announcedOn: string;
  /**
   * Day by which the next part is to be paid, or on which it is collected by direct debit: as agreed, or a later one after a returned payment, a
   * hold, a late announcement, or if the debit was put off.
   */
  dueOn: string;
  /** Last day on which the next part is paid in time: `dueOn`, or a later day that the reminder names. */
  lastOn: string;
  /** Number under which messages about the missed part are sent once, as `roundOfPart` returns it. */
  round: number;
  /** The direct debits that still collect parts, by day (`comingDebitsOfPlan`). */
  debits: PartOfPlan[];
}

/** States of a part, as partners see them. */
export const partStates = ["coming", "due", "missed", "spread", "paid"] as const;
export type PartState = (typeof partStates)[number];

/**
 * Returns the state of a part:
 * - `coming` before the customer is asked for the part;
 * - `due` once the customer was asked for the part, or a payment of it was taken back;
 * - `missed` once the customer was reminded of the part;
 * - `spread` if its open amount was added to the parts behind it;
 * - `paid` if nothing is left for another reason.
 *
 * Each change of the state changes the invoice: by a line, by the plan (db/rules/instalment_plans.sql), or by a message
 * (db/rules/outgoing_messages.sql).
 */
export function stateOfPart(part: PartNow, facts: Facts): PartState {
  const { number, openCents, reopened } = part;
  if (openCents === 0) return facts.spreads.some((spread) => spread.number === number) ? "spread" : "paid";
  if (toldOf(facts, PART_MISSED, missedRound(part, facts))) return "missed";
  return reopened > 0 || toldOf(facts, PART_DUE, number) ? "due" : "coming";
}

/**
 * Returns the number under which a part's reminder is sent once. Differs after each payment of the part that was taken back, and each restoring
 * of the plan.
 */
function missedRound({ number, reopened }: PartNow, { restores }: Facts): number {
  return number + OPENED_AGAIN * (reopened + restores);
}

type Divided = Pick<
  CollectedInvoice,
  "instalments" | "retractedAt" | "lines" | "returnNamed" | "hold" | "transmittedAt" | "lastFailedAt" | "hasEmail" | "debit"
>;
type Facts = NonNullable<CollectedInvoice["instalments"]>;

/**
 * Returns the plan that the invoice is paid by; undefined if there is none, a missed part has ended it, or nothing is left to pay. Full payment
 * and retraction therefore end it at once, and a returned payment lets it go on.
 */
export function runningPlan(invoice: Divided, now: Date): RunningPlan | undefined {
  const { instalments, retractedAt, lines } = invoice;
  if (!instalments || instalments.isEnded || retractedAt) return undefined;
  const followed = followParts(instalments, lines);
  const next = nextPart(followed);
  if (!next) return undefined;
  const debits = comingDebitsOfPlan(invoice);
  const collectedOn = (number: number) => debits.find(({ instalment }) => instalment.number === number)?.collectOn;
  const dueOn = collectedOn(next.number) ?? dayOfPart(invoice, instalments, next, now);
  const round = missedRound(next, instalments);
  const reminder = toldOf(instalments, PART_MISSED, round);
  const remindedUntil = reminder?.fate === "left" ? reminder.payBy : null;
  return {
    id: instalments.id,
    parts: followed.map((part) =>
      part.number < next.number ? part : { ...part, dueOn: collectedOn(part.number) ?? laterDay(part.dueOn, dueOn) },
    ),
    count: countOf(followed, instalments.parts.length),
    next: { ...next, dueOn },
    announcedOn: addDays(next.dueOn, -DUE_NOTICE_DAYS),
    dueOn,
    lastOn: remindedUntil === null ? dueOn : laterDay(dueOn, remindedUntil),
    round,
    debits,
  };
}

/** Returns the number of parts, without added ones at the end of which nothing is left. `agreed`: number of the parts that were agreed on. */
function countOf(parts: readonly PartNow[], agreed: number): number {
  return Math.max(agreed, parts.findLast(({ amountCents }) => amountCents > 0)?.number ?? 0);
}

/** Returns the number of a message about a part as it was before the message was cancelled and planned again. */
export function roundOfPart(round: number): number {
  return round % PLANNED_AGAIN;
}

/** Returns the message of a kind about a part that was not cancelled; undefined if there is none. */
function toldOf({ told }: Facts, kind: string, round: number): Facts["told"][number] | undefined {
  return told.find((message) => message.kind === kind && roundOfPart(message.round) === round && message.fate !== "cancelled");
}

/** Returns the number for the next message of a kind about a part, all earlier ones of which were cancelled. */
function numberOfNext({ told }: Facts, kind: string, round: number): number {
  return round + PLANNED_AGAIN * told.filter((message) => message.kind === kind && roundOfPart(message.round) === round).length;
}

/**
 * Returns the day by which the next part is to be paid: the latest of
 * - the agreed day, or after a returned payment the day until which that leaves time;
 * - 10 days after a hold, or after the plan was restored;
 * - 7 days after a wrong booking was undone;
 * - the day that the mail about the part names.
 *
 * If no mail has announced the part by that day, returns the day 7 days after the mail.
 */
function dayOfPart(invoice: Divided, instalments: Facts, { number, dueOn, reopened }: PartNow, now: Date): string {
  const { hold, hasEmail, lines } = invoice;
  const after = (day: string | null, days: number) => (day === null ? dueOn : addDays(day, days));
  const undone = lines.flatMap(({ isUndone, recordedAt }) => (isUndone && recordedAt ? [dayAt(recordedAt)] : [])).sort();
  const notice = toldOf(instalments, PART_DUE, number);
  const day = [
    reopened > 0 ? lastDayInTime(invoice, dueOn) : dueOn,
    after(instalments.lastHeldOn, DAYS_AFTER_REMINDER),
    after(instalments.restoredOn, DAYS_AFTER_REMINDER),
    after(undone.at(-1) ?? null, LEAST_DAYS_TO_PAY),
    after(notice?.payBy ?? null, 0),
  ].reduce(laterDay);
  const isToBeTold = !notice || (notice.fate === "going" && notice.payBy === null);
  const isHeldOpenEnded = hold !== null && hold.until === null;
  const isMailToCome = isToBeTold && reopened === 0 && hasEmail && !isHeldOpenEnded;
  if (!isMailToCome) return day;
  const earliestOn = dayAt(new Date(earliestMsOf(invoice, now)));
  return earliestOn > day ? addDays(earliestOn, LEAST_DAYS_TO_PAY) : day;
}

/** Returns the day by which all of the balance is due if the mail about the plan's end is sent now. */
export function dueOnceEnded(now: Date): string {
  return addDays(dayAt(now), DAYS_AFTER_END);
}

/** Whether the plan has ended, and the mail about it has not left yet. */
export function isEndToBeTold({ instalments }: Pick<CollectedInvoice, "instalments">): boolean {
  return (instalments?.isEnded && instalments.told.some(({ kind, fate }) => kind === PLAN_ENDED && fate === "going")) ?? false;
}

/** Returns the day by which the reminder of a missed part, sent now, asks to pay. */
export function payPartBy(now: Date): string {
  return addDays(dayAt(now), DAYS_AFTER_REMINDER);
}

/**
 * Returns the coming steps of the next part, if nobody pays: the mail before its day, the reminder of the missed part, and the change of the plan
 * that the company's settings say. Nothing follows a reminder that was lost, nor an open amount below `LEAST_ASKED_CENTS`. `earliestMs`: the moment
 * from which something may be demanded.
 */
export function instalmentSteps(
  invoice: CollectedInvoice,
  { next, announcedOn, dueOn, lastOn, round: part }: RunningPlan,
  earliestMs: number,
): InstalmentStep[] {
  const { instalments, transmittedAt, lines } = invoice;
  if (!instalments || next.openCents < LEAST_ASKED_CENTS) return [];
  const { number } = next;
  const at = (day: string) => new Date(Math.max(sameTimeOn(day, transmittedAt).getTime(), earliestMs));
  const common = { number, part, amountCents: next.openCents, lastOn };

  const announcedAt = at(announcedOn);
  // After a returned payment, a late mail about the part is left out, because the mail about the returned payment names the day as well.
  const isTooLate = dayAt(announcedAt) > (next.reopened > 0 ? announcedOn : dueOn);
  const isToldOfDay = toldOf(instalments, PART_DUE, number) !== undefined || isTooLate;
  const reminder = toldOf(instalments, PART_MISSED, part);
  const remindedAt = at(laterDay(addDays(dueOn, MISSED_AFTER_DAYS), addWorkingDays(dueOn, MISSED_AFTER_BANK_DAYS, "swiss")));
  const isSpread = instalments.missed === "spread" && number < instalments.parts.length;
  // Until the reminder has left, the day that it will name is not known.
  const lastInTime = reminder?.fate === "left" ? lastOn : laterDay(lastOn, payPartBy(reminder ? new Date(earliestMs) : remindedAt));

  const steps: InstalmentStep[] = [];
  if (!isToldOfDay) steps.push({ ...common, kind: PART_DUE, at: announcedAt, part: numberOfNext(instalments, PART_DUE, number) });
  if (!reminder) steps.push({ ...common, kind: PART_MISSED, at: remindedAt, part: numberOfNext(instalments, PART_MISSED, part) });
  if (reminder?.fate === "lost") return steps;
  const changedAt = at(dayOfChange(instalments, lastInTime, dayAt(new Date(earliestMs))));
  if (isSpread) steps.push({ ...common, kind: PARTS_SPREAD, at: changedAt });
  else steps.push({ ...common, kind: PLAN_ENDED, at: changedAt, amountCents: sumOf(lines) });
  return steps;
}

/**
 * Returns the day on which a missed part changes the plan: some days after the last arrival of a transfer in time, so that it is booked. While
 * the newest statement of the invoice's account is older than that arrival, returns the day after today, for four weeks at most. `lastOn`: the
 * last day to pay the part in time.
 */
function dayOfChange({ statementsUntil }: Facts, lastOn: string, today: string): string {
  const arrival = lastArrival(lastOn);
  const changesOn = addDays(arrival, DAYS_TO_BOOK);
  const isStatementAwaited = statementsUntil !== null && statementsUntil < arrival;
  if (!isStatementAwaited || today < changesOn || today >= addDays(arrival, MOST_DAYS_FOR_STATEMENT)) return changesOn;
  return addDays(today, 1);
}
