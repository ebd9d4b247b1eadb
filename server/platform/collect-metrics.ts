import cluster from "node:cluster";
import { collectDefaultMetrics, register } from "prom-client";
import { newId } from "./id";

// Event-loop lag, memory, garbage collection. Two bundles load this module.
if (!register.getSingleMetric("nodejs_eventloop_lag_seconds")) collectDefaultMetrics();

/** What a process has counted. */
export type CountedMetrics = Awaited<ReturnType<typeof register.getMetricsAsJSON>>;

/** What a process asks its supervisor for, and what it is told: the metrics of all processes. */
export interface MetricsRequest {
  ics: "metrics";
  id: string;
}
export interface MetricsAnswer extends MetricsRequest {
  text: string;
}

/** What all processes of this service have counted, in Prometheus' text format; under plain `next start`, what this one has. */
export function collectProcessMetrics(): Promise<string> {
  if (!cluster.isWorker) return register.metrics();
  const id = newId();
  return new Promise((resolve) => {
    const hear = (message: MetricsAnswer) => {
      if (message.id !== id) return;
      process.off("message", hear);
      resolve(message.text);
    };
    process.on("message", hear);
    process.send?.({ ics: "metrics", id } satisfies MetricsRequest);
  });
}
