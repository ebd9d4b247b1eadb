import { db } from "@/db/client";
import { SECOND_MS } from "@/server/domain/formats/time";
import { measureNotifications } from "@/server/notifications/measure-notifications";
import { presentFigures } from "@/server/notifications/present-figures";
import {
  deliveriesOpen,
  endpointsByState,
  notificationsOldest,
  notificationsOldestDeliverable,
  notificationsOwed,
  queueAge,
  queueDue,
} from "@/server/platform/metrics";
import { measureQueues } from "./measure-queues";

/** Updates the metrics that are read from the database, over all partners. */
export async function updateDatabaseMetrics(): Promise<void> {
  await Promise.all([updateQueues(), updateNotifications()]);
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
  const measured = await measureNotifications(db);
  notificationsOldestDeliverable.set(measured.oldestDeliverableMs / SECOND_MS);
  const figures = presentFigures(measured);
  notificationsOldest.set(figures.oldest_owed_seconds);
  for (const [state, count] of Object.entries(figures.owed)) notificationsOwed.set({ state }, count);
  for (const [state, count] of Object.entries(figures.open_deliveries)) deliveriesOpen.set({ state }, count);
  for (const [state, count] of Object.entries(figures.endpoints)) endpointsByState.set({ state }, count);
}
