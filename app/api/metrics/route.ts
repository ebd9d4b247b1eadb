import { register } from "prom-client";
import { db } from "@/db/client";
import { measureQueues } from "@/server/background/measure-queues";
import { measureNotifications } from "@/server/outbound/notifications/measure-notifications";
import { presentFigures } from "@/server/outbound/notifications/present-figures";
import { collectProcessMetrics } from "@/server/platform/collect-metrics";
import {
  databaseRegistry,
  deliveriesOpen,
  endpointsByState,
  notificationsOldest,
  notificationsOwed,
  queueAge,
  queueDue,
} from "@/server/platform/metrics";
import { answerOperator } from "../answer-operator";

/** Asked at run time, never answered from what was built. */
export const dynamic = "force-dynamic";

/** Metrics in Prometheus' text format: what the service's processes count, and the queues of all partners. */
export async function GET(request: Request): Promise<Response> {
  return answerOperator("METRICS_SECRET", request, async () => {
    const [counted] = await Promise.all([collectProcessMetrics(), updateQueues(), updateNotifications()]);
    return new Response(`${counted}\n${await databaseRegistry.metrics()}`, { headers: { "Content-Type": register.contentType } });
  });
}

async function updateQueues(): Promise<void> {
  const queues = await measureQueues(db);
  queueDue.reset();
  queueAge.reset();
  for (const { queue, due, oldestDueSeconds } of queues) {
    queueDue.set({ queue }, due);
    queueAge.set({ queue }, oldestDueSeconds);
  }
}

async function updateNotifications(): Promise<void> {
  const figures = presentFigures(await measureNotifications(db));
  notificationsOldest.set(figures.oldest_owed_seconds);
  for (const [state, count] of Object.entries(figures.owed)) notificationsOwed.set({ state }, count);
  for (const [state, count] of Object.entries(figures.open_deliveries)) deliveriesOpen.set({ state }, count);
  for (const [state, count] of Object.entries(figures.endpoints)) endpointsByState.set({ state }, count);
}
