import type { NotificationFigures } from "./measure-notifications";

/** How notifications are doing, as machines read it: by state, and the age of the oldest change owed in seconds. */
export function presentFigures({ oldestOwedMs, owed, deliveries, endpoints }: NotificationFigures) {
  return {
    oldest_owed_seconds: oldestOwedMs / 1_000,
    owed: { waiting: owed.waiting, on_its_way: owed.onItsWay, switched_off: owed.switchedOff },
    open_deliveries: deliveries,
    endpoints: { working: endpoints.working, failing: endpoints.failing, switched_off: endpoints.switchedOff },
  };
}

export type PresentedFigures = ReturnType<typeof presentFigures>;
