import type { NotificationFigures } from "./measure-notifications";

/** Presents the figures for monitoring: counts by state, and the age in seconds of the oldest change owed. */
export function presentFigures({ oldestOwedMs, owed, deliveries, endpoints }: NotificationFigures) {
  return {
    oldest_owed_seconds: oldestOwedMs / 1_000,
    owed: { waiting: owed.waiting, on_its_way: owed.onItsWay, switched_off: owed.switchedOff },
    open_deliveries: deliveries,
    endpoints: { working: endpoints.working, failing: endpoints.failing, switched_off: endpoints.switchedOff },
  };
}

export type PresentedFigures = ReturnType<typeof presentFigures>;
