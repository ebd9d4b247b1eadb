import { DAY_MS } from "@/server/domain/formats/time";

/** Time within which a customer should have an answer. */
export const ANSWER_GOAL_MS = DAY_MS;

/** Waiting time after which an answer is urgent. */
const URGENT_MS = 7 * DAY_MS;

/** Urgency of a question, from lowest to highest. */
export const urgencies = ["in_time", "late", "urgent"] as const;

export function urgencyOf(waitedMs: number): (typeof urgencies)[number] {
  if (waitedMs <= ANSWER_GOAL_MS) return "in_time";
  return waitedMs <= URGENT_MS ? "late" : "urgent";
}
