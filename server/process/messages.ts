import type { CountedMetrics, MetricsAnswer, MetricsRequest } from "@/server/platform/collect-metrics";

// Messages between the supervisor and its processes. The rate limiters use the same channel for their own messages.

/** Facts that only the process that has opened the database knows. */
export interface Beginning {
  ics: "begin";
  /** Variables to set: the database's address and, if the database is embedded, the secrets stored beside it. */
  environment: Record<string, string>;
  loopbackReceivers: boolean;
  developmentMailbox: boolean;
}

export type FromSupervisor = Beginning | { ics: "stop" } | { ics: "count"; id: string } | MetricsAnswer;

/** Messages of a process to its supervisor. `hearing` is the first: a process does not receive messages that were sent to it earlier. */
export type ToSupervisor =
  | { ics: "hearing" }
  | { ics: "serving" }
  | { ics: "counted"; id: string; metrics: CountedMetrics }
  | MetricsRequest;

/** Whether a message on the channel is one of these, and not a rate limiter's. Only the service's own processes can send on the channel. */
export function isServiceMessage<Message extends { ics: string }>(message: unknown): message is Message {
  return typeof message === "object" && message !== null && "ics" in message;
}
