/** Kinds of hold on an invoice, weakest first. Staff pause, stop and hand over; the customer objects. */
export const holdKinds = ["paused", "objected", "stopped", "handed_over"] as const;

export type HoldKind = (typeof holdKinds)[number];

/** Holds that staff can place. */
export const staffHolds = ["paused", "stopped", "handed_over"] as const satisfies HoldKind[];

/** The longest reason, in characters. */
export const LONGEST_HOLD_REASON = 2_000;

/** Length of a pause that dialogs suggest, in days. */
export const USUAL_PAUSE_DAYS = 14;

/** Longest pause of an invoice, in days from today. */
export const LONGEST_PAUSE_DAYS = 366;

/**
 * Whether a hold of this kind can begin, or replace the one in force: a pause replaces a pause, any other kind replaces a weaker one.
 * `inForce`: undefined if no hold is.
 */
export function canFollow(kind: HoldKind, inForce: HoldKind | undefined): boolean {
  if (!inForce) return true;
  if (kind === "paused") return inForce === "paused";
  return holdKinds.indexOf(kind) > holdKinds.indexOf(inForce);
}

/**
 * Whether the hold applies on this day, such as `2026-11-20`. A pause includes its last day; other holds last until ended. SQL:
 * `whereHeld`.
 */
export function holdsOn({ until }: { until: string | null }, day: string): boolean {
  return until === null || day <= until;
}
