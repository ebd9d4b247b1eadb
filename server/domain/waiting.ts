import { DAY_MS } from "./time";

/** Within which time a customer should have an answer. */
export const ANSWER_GOAL_MS = DAY_MS;

/** Beyond this time an answer is urgent. */
const URGENT_MS = 7 * DAY_MS;

/** How pressing a question is, in growing order. */
export const urgencies = ["in_time", "late", "urgent"] as const;

export function urgencyOf(waitedMs: number): (typeof urgencies)[number] {
  if (waitedMs <= ANSWER_GOAL_MS) return "in_time";
  return waitedMs <= URGENT_MS ? "late" : "urgent";
}
