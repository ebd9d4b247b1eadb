import type { Worker } from "node:cluster";
import { Counter, Gauge, Registry } from "prom-client";
import { expect, test } from "vitest";
import { familyMetrics } from "./family-metrics";
import type { Role } from "./roles";

/** Metrics of a process with this number of requests and this event-loop lag. */
async function counted(requests: number, lagSeconds: number) {
  const registers = [new Registry()];
  new Counter({ name: "http_requests_total", help: "Requests.", registers }).inc(requests);
  new Gauge({ name: "nodejs_eventloop_lag_p99_seconds", help: "Lag.", aggregator: "average", registers }).set(lagSeconds);
  return (await registers[0]?.getMetricsAsJSON()) ?? [];
}

test("requests are added up, and the longest event-loop lag is reported, also after its process stops answering", async () => {
  const [idle, busy] = [{ id: 1 }, { id: 2 }] as [Worker, Worker];
  const running = new Map<Worker, Role>([
    [idle, "api"],
    [busy, "api"],
  ]);
  let isBusySilent = false;
  const answers = new Map([
    [idle, await counted(3, 0.01)],
    [busy, await counted(4, 0.8)],
  ]);
  const metrics = familyMetrics((worker, id) => {
    if (!(isBusySilent && worker === busy)) metrics.hear(worker, id, answers.get(worker) ?? []);
  });

  for (const state of ["answering", "silent"]) {
    isBusySilent = state === "silent";
    const text = await metrics.collect(running);
    expect(text).toContain("http_requests_total 7");
    expect(text).toContain("nodejs_eventloop_lag_p99_seconds 0.8");
    expect(text).toContain(`supervised_processes{role="api",state="${state}"} ${state === "silent" ? 1 : 2}`);
  }
  metrics.forget(busy);
  running.delete(busy);
  expect(await metrics.collect(running)).toContain("http_requests_total 3");
});
