import { DAY_MS } from "./time";

/** When a transmitted invoice is to be paid. SQL: `importDueAt`. */
export function dueAt(transmittedAt: Date, dueDays: number): Date {
  return new Date(transmittedAt.getTime() + dueDays * DAY_MS);
}
