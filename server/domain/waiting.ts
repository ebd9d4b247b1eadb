import { DAY_MS } from "./time";

/** Within which time a customer should have an answer. */
export const ANSWER_GOAL_MS = DAY_MS;
