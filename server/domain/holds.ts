/** Why nothing is demanded about an invoice, the weakest first. Staff pause, stop and hand over; the customer objects. */
export const holdKinds = ["paused", "objected", "stopped", "handed_over"] as const;

export type HoldKind = (typeof holdKinds)[number];

/** What staff can do; a customer objects. */
export const staffHolds = ["paused", "stopped", "handed_over"] as const satisfies HoldKind[];

/** The longest reason, in characters. */
export const LONGEST_HOLD_REASON = 2_000;

/** How many days of a pause are offered. */
export const USUAL_PAUSE_DAYS = 14;

/** The most days from today that an invoice can be paused for. */
export const LONGEST_PAUSE_DAYS = 366;

/** Whether a hold of this kind can take the place of the present one: a pause that of a pause, any other that of a weaker one. */
export function canFollow(kind: HoldKind, present: HoldKind | undefined): boolean {
  if (!present) return true;
  if (kind === "paused") return present === "paused";
  return holdKinds.indexOf(kind) > holdKinds.indexOf(present);
}

/** Whether it holds on this day, such as `2026-11-20`. A pause lasts through its last day; all others until somebody ends them. SQL: `whereHeld`. */
export function holdsOn({ until }: { until: string | null }, day: string): boolean {
  return until === null || day <= until;
}
