import type { Worker } from "node:cluster";
import { AggregatorRegistry } from "prom-client";
import { SECOND_MS } from "@/server/domain/formats/time";
import type { CountedMetrics } from "@/server/platform/collect-metrics";
import { newId } from "@/server/platform/id";
import { familyRegistry, supervisedProcesses } from "@/server/platform/metrics";
import { withTimeout } from "@/server/platform/with-timeout";
import type { Role } from "./roles";

/** Time-out for a process's metrics in ms, so that a hanging process does not delay those of the others. */
const ANSWERS_WITHIN_MS = SECOND_MS;

/** Metrics of all processes that a supervisor has started. */
export interface FamilyMetrics {
  /** Takes a process's answer to the request with this id. */
  hear(worker: Worker, id: string, counted: CountedMetrics): void;
  /** Drops the metrics of a process that has ended. */
  forget(worker: Worker): void;
  /**
   * Returns the metrics of all processes in Prometheus' text format. A process that does not answer counts as silent, and its last metrics
   * are used.
   */
  collect(running: ReadonlyMap<Worker, Role>): Promise<string>;
}

/** Adds up the metrics of a family of processes. `ask` requests the metrics of one process; its answer has the same id. */
export function familyMetrics(ask: (worker: Worker, id: string) => void): FamilyMetrics {
  const lastMetrics = new Map<Worker, CountedMetrics>();
  /** Functions to call when awaited answers arrive, by the answers' keys. */
  const awaited = new Map<string, () => void>();
  const keyOf = (worker: Worker, id: string) => `${id} ${worker.id}`;

  /** Asks a process and returns whether it answers in time. */
  async function answers(worker: Worker, id: string): Promise<boolean> {
    const key = keyOf(worker, id);
    const answered = new Promise<void>((resolve) => awaited.set(key, resolve));
    ask(worker, id);
    try {
      await withTimeout(ANSWERS_WITHIN_MS, answered);
      return true;
    } catch {
      return false;
    } finally {
      awaited.delete(key);
    }
  }

  return {
    hear(worker, id, counted) {
      lastMetrics.set(worker, counted.map(withWorst));
      awaited.get(keyOf(worker, id))?.();
    },
    forget: (worker) => lastMetrics.delete(worker),
    async collect(running) {
      const id = newId();
      const asked = await Promise.all([...running].map(async ([worker, role]) => ({ role, hasAnswered: await answers(worker, id) })));
      supervisedProcesses.reset();
      for (const { role, hasAnswered } of asked) supervisedProcesses.inc({ role, state: hasAnswered ? "answering" : "silent" });
      const all = AggregatorRegistry.aggregate([...lastMetrics.values()]);
      return `${await all.metrics()}\n${await familyRegistry.metrics()}`;
    },
  };
}

/** Reports the longest event-loop lag of all processes, because an average would hide a blocked one. */
function withWorst(metric: CountedMetrics[number]): CountedMetrics[number] {
  return metric.name.startsWith("nodejs_eventloop_lag_") ? { ...metric, aggregator: "max" } : metric;
}
