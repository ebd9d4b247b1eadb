import cluster from "node:cluster";
import { collectDefaultMetrics, register } from "prom-client";
import { newId } from "./id";

// Event-loop lag, memory and garbage collection. Two bundles load this module, but the metrics may be registered only once.
if (!register.getSingleMetric("nodejs_eventloop_lag_seconds")) collectDefaultMetrics();

/** Metrics that one process has counted. */
export type CountedMetrics = Awaited<ReturnType<typeof register.getMetricsAsJSON>>;

/** A process's request to its supervisor for the metrics of all processes, and the answer. */
export interface MetricsRequest {
  ics: "metrics";
  id: string;
}
export interface MetricsAnswer extends MetricsRequest {
  text: string;
}

/** Returns the metrics of all processes of this service in Prometheus' text format; under plain `next start`, those of this process. */
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
