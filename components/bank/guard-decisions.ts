import type { Decision } from "./use-decisions";

/** A key pressed or a button clicked, with its time as `performance.now()`. */
export type Press = Pick<Event, "timeStamp">;

/** Time in ms that a payment must be visible before a decision about it counts: longer than between the clicks of a double click. */
export const SEEN_AFTER_MS = 500;

interface Guarded {
  /** Returns the time at which the payment became visible. */
  shownAt: () => number;
  isBusy: boolean;
  onDecide: (decision: Decision) => void;
  /** Tells the reader that a press came too soon and decided nothing. */
  onTooSoon: () => void;
}

/**
 * Returns a function that decides only if the payment had been visible long enough when a key or button was pressed. Otherwise the function
 * tells the reader so, and returns false. The second press of a double click, or a press before the page changed, must not decide about a
 * payment that nobody has seen.
 */
export function guardDecisions({ shownAt, isBusy, onDecide, onTooSoon }: Guarded): (press: Press, decision: Decision) => boolean {
  return ({ timeStamp }, decision) => {
    if (isBusy) return false;
    if (timeStamp - shownAt() < SEEN_AFTER_MS) {
      onTooSoon();
      return false;
    }
    onDecide(decision);
    return true;
  };
}
