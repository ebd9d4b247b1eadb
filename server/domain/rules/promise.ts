import { addDays, dayAt, laterDay } from "@/server/domain/formats/calendar";
import { sumOf } from "./account";
import { lastArrival } from "./late-fee";
import { categoryOf, type LineType } from "./line-types";

/** Limits of the days after today within which a company may let customers promise to pay. */
export const promiseLimits = { least: 1, most: 30 };

/** Days on which a customer may promise to pay, both included, such as `2026-11-20`. */
export interface PromisableDays {
  from: string;
  to: string;
}

/**
 * Returns the days that can be promised: after today and after the last day to pay in time, at most so many days ahead. Null if there are none,
 * such as long before the due day, until which nobody needs a promise.
 */
export function promisableDays(today: string, inTimeUntil: string, promiseDays: number): PromisableDays | null {
  const from = addDays(laterDay(today, inTimeUntil), 1);
  const to = addDays(today, promiseDays);
  return from <= to ? { from, to } : null;
}

/** Returns the last day without reminders: a transfer that is ordered on the promised day has arrived by then. */
export function waitsUntil(promisedOn: string): string {
  return lastArrival(promisedOn);
}

/** States of a promise: still awaited, kept, not kept, or withdrawn by staff. */
export const promiseStates = ["waiting", "kept", "missed", "withdrawn"] as const;
export type PromiseState = (typeof promiseStates)[number];

/** A customer's promise to pay on a day. */
export interface PromisedDay {
  /** Such as `2026-11-20`. */
  promisedOn: string;
  /** Last day without reminders. */
  until: string;
  isWithdrawn: boolean;
  /** When the customer promised. */
  createdAt: Date;
}

interface AccountLine {
  type: LineType;
  amountCents: number;
  date: Date;
  /** Whether it was added later than the invoice. */
  isAdded?: boolean;
}

/**
 * Returns the state of a promise. It is kept if nothing was left to be paid by its last day, by the days of the lines, of what had been billed
 * when the customer promised.
 */
export function stateOfPromise({ until, isWithdrawn, createdAt }: PromisedDay, lines: readonly AccountLine[], today: string): PromiseState {
  if (isWithdrawn) return "withdrawn";
  const isPromised = ({ type, isAdded, date }: AccountLine) =>
    categoryOf(type) === "billed" ? !isAdded || date <= createdAt : dayAt(date) <= until;
  if (sumOf(lines.filter(isPromised)) <= 0) return "kept";
  return today <= until ? "waiting" : "missed";
}
