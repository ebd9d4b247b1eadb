import type { InstalmentFacts } from "@/server/billing/instalments/instalment-facts";
import { addDays, dayAt, laterDay, sameTimeOn } from "@/server/domain/formats/calendar";
import { PART_DUE, PART_MISSED, PARTS_SPREAD, PLAN_ENDED } from "@/server/domain/rules/collection-messages";
import { followParts, nextPart, type PartNow } from "@/server/domain/rules/instalment-account";
import type { CollectedInvoice } from "./collected-invoice";
import { lastDayInTime } from "./returned-payment";

/** Days before a part's day on which its mail is sent. */
const DUE_NOTICE_DAYS = 5;
/** Days after a part's day on which a missed part is reminded: a transfer ordered on that day has arrived by then. */
const MISSED_AFTER_DAYS = 4;
/** Days that the reminder of a missed part leaves. */
const DAYS_AFTER_REMINDER = 10;
/** Days within which all of the balance is due when a missed part has ended the plan. */
export const DAYS_AFTER_END = 14;

/** Steps of a plan of instalments. `number`: of the part. `amountCents`: what is open of it; at the end, the balance. */
export interface InstalmentStep {
  kind: typeof PART_DUE | typeof PART_MISSED | typeof PARTS_SPREAD | typeof PLAN_ENDED;
  at: Date;
  number: number;
  /** Number under which the message about the part is sent once. */
  part: number;
  amountCents: number;
}

/** A plan of instalments that goes on. */
export interface RunningPlan {
  id: string;
  parts: PartNow[];
  next: PartNow;
  /** Day by which the next part is to be paid in time: its day, or a later one after a returned payment. */
  dueOn: string;
}

/** States of a part, as partners see them. */
export const partStates = ["coming", "due", "missed", "spread", "paid"] as const;
export type PartState = (typeof partStates)[number];

/**
 * Returns the state of a part: `due` once the customer was asked for it, or a payment of it was taken back; `missed` once they were reminded of
 * it; `spread` if what was left of it was added to the parts behind it; `paid` if nothing is left for another reason. Each change of it is a
 * change of the invoice: by a line, by the plan (db/rules/instalment_plans.sql), or by a message (db/rules/outgoing_messages.sql).
 */
export function stateOfPart(part: PartNow, { told, spreads, parts }: Pick<InstalmentFacts, "told" | "spreads" | "parts">): PartState {
  const { number, openCents, reopened } = part;
  if (openCents === 0) return spreads.some((spread) => spread.number === number) ? "spread" : "paid";
  const isTold = (kind: string, round: number) => told.some((message) => message.kind === kind && message.round === round);
  if (isTold(PART_MISSED, roundOfPart(part, parts.length))) return "missed";
  return reopened > 0 || isTold(PART_DUE, number) ? "due" : "coming";
}

/** Returns the number under which a part's reminder is sent once: another one after each payment of it that was taken back. */
function roundOfPart({ number, reopened }: PartNow, count: number): number {
  return number + count * reopened;
}

type Divided = Pick<CollectedInvoice, "instalments" | "retractedAt" | "lines" | "returnNamed">;

/**
 * Returns the plan that the invoice is paid by; undefined if there is none, a missed part has ended it, or nothing is left to pay. Full payment
 * and retraction therefore end it at once, and a returned payment lets it go on.
 */
export function runningPlan(invoice: Divided): RunningPlan | undefined {
  const { instalments, retractedAt, lines } = invoice;
  if (!instalments || instalments.isEnded || retractedAt) return undefined;
  const parts = followParts(instalments, lines);
  const next = nextPart(parts);
  return next && { id: instalments.id, parts, next, dueOn: dayOfPart(invoice, next) };
}

function dayOfPart(invoice: Divided, { dueOn, reopened }: PartNow): string {
  return reopened > 0 ? lastDayInTime(invoice, dueOn) : dueOn;
}

/** Returns the day by which the reminder of a missed part, sent now, asks to pay. */
export function payPartBy(now: Date): string {
  return addDays(dayAt(now), DAYS_AFTER_REMINDER);
}

/**
 * Returns the coming steps of the next part, if nobody pays: the mail before its day, the reminder of the missed part, and what follows by the
 * company's setting. `earliestMs`: the moment from which something may be demanded.
 */
export function instalmentSteps(invoice: CollectedInvoice, { parts, next, dueOn }: RunningPlan, earliestMs: number): InstalmentStep[] {
  const { instalments, transmittedAt, hold, lines } = invoice;
  if (!instalments) return [];
  const number = next.number;
  const part = roundOfPart(next, parts.length);
  const at = (day: string) => new Date(Math.max(sameTimeOn(day, transmittedAt).getTime(), earliestMs));
  const toldOf = (kind: string, round: number) => instalments.told.find((message) => message.kind === kind && message.round === round);
  const common = { number, part, amountCents: next.openCents };

  const due = at(addDays(dueOn, -DUE_NOTICE_DAYS));
  const isToldOfDay = toldOf(PART_DUE, number) !== undefined || next.reopened > 0 || dayAt(due) > dueOn;
  const reminder = toldOf(PART_MISSED, part);
  const remindedAt = at(addDays(dueOn, MISSED_AFTER_DAYS));
  // The reminder is being sent, so that the day which it names is not known yet.
  const named = reminder?.payBy ?? payPartBy(reminder ? new Date(earliestMs) : remindedAt);
  // After a pause, the days of the reminder begin again.
  const last = hold?.until ? laterDay(named, addDays(hold.until, DAYS_AFTER_REMINDER)) : named;
  const isSpread = instalments.missed === "spread" && number < parts.length;
  const openCents = lines.reduce((sum, line) => sum + line.amountCents, 0);
  return [
    ...(isToldOfDay ? [] : [{ kind: PART_DUE, at: due, ...common, part: number } as const]),
    ...(reminder ? [] : [{ kind: PART_MISSED, at: remindedAt, ...common } as const]),
    {
      kind: isSpread ? PARTS_SPREAD : PLAN_ENDED,
      at: at(addDays(last, 1)),
      ...common,
      amountCents: isSpread ? next.openCents : openCents,
    },
  ];
}
