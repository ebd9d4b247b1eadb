import type { CountedMetrics, MetricsAnswer, MetricsRequest } from "@/server/platform/collect-metrics";

// Messages between the supervisor and its processes. Rate limits send messages of their own on the same channel.

/** Facts that only the process that opened the database knows. */
export interface Beginning {
  ics: "begin";
  /** Variables that the supervisor has set: the embedded database's address, stored secrets. */
  environment: Record<string, string>;
  loopbackReceivers: boolean;
  developmentMailbox: boolean;
}

export type FromSupervisor = Beginning | { ics: "stop" } | { ics: "count"; id: string } | MetricsAnswer;

/** `hearing` comes first: a process does not get messages sent before it. */
export type ToSupervisor =
  | { ics: "hearing" }
  | { ics: "serving" }
  | { ics: "counted"; id: string; metrics: CountedMetrics }
  | MetricsRequest;

/** Whether a message on the channel is one of these. Only our own processes can send on it. */
export function isOurs<Message extends { ics: string }>(message: unknown): message is Message {
  return typeof message === "object" && message !== null && "ics" in message;
}
