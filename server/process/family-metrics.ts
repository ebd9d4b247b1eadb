import type { Worker } from "node:cluster";
import { AggregatorRegistry } from "prom-client";
import { SECOND_MS } from "@/server/domain/time";
import type { CountedMetrics } from "@/server/platform/collect-metrics";
import { newId } from "@/server/platform/id";
import { familyRegistry, supervisedProcesses } from "@/server/platform/metrics";
import { withTimeout } from "@/server/platform/with-timeout";
import type { Role } from "./roles";

/** A process that hangs holds the others' metrics up no longer than this. */
const ANSWERS_WITHIN_MS = SECOND_MS;

export interface FamilyMetrics {
  /** Takes what a process has counted. */
  hear(worker: Worker, id: string, counted: CountedMetrics): void;
  forget(worker: Worker): void;
  /** What all of them have counted, in Prometheus' text format. One that does not answer counts as it last did, and as silent. */
  collect(running: ReadonlyMap<Worker, Role>): Promise<string>;
}

/** Adds up what the processes of a family count. `ask` has one send it under this id. */
export function familyMetrics(ask: (worker: Worker, id: string) => void): FamilyMetrics {
  const lastTold = new Map<Worker, CountedMetrics>();
  const awaited = new Map<string, () => void>();
  const answerOf = (worker: Worker, id: string) => `${id} ${worker.id}`;

  /** Whether it answers in time. */
  async function answers(worker: Worker, id: string): Promise<boolean> {
    const key = answerOf(worker, id);
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
      lastTold.set(worker, counted.map(withWorst));
      awaited.get(answerOf(worker, id))?.();
    },
    forget: (worker) => lastTold.delete(worker),
    async collect(running) {
      const id = newId();
      const heard = await Promise.all([...running].map(async ([worker, role]) => ({ role, answers: await answers(worker, id) })));
      supervisedProcesses.reset();
      for (const { role, answers } of heard) supervisedProcesses.inc({ role, state: answers ? "answering" : "silent" });
      const all = AggregatorRegistry.aggregate([...lastTold.values()]);
      return `${await all.metrics()}\n${await familyRegistry.metrics()}`;
    },
  };
}

/** Of how long event loops are held up, the longest counts: an average would hide one process that stands still. */
function withWorst(metric: CountedMetrics[number]): CountedMetrics[number] {
  return metric.name.startsWith("nodejs_eventloop_lag_") ? { ...metric, aggregator: "max" } : metric;
}
