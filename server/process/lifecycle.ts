/** State of the process: starting, serving or stopping. */
export interface Lifecycle {
  /** True while the process serves, after the database was opened and migrated. */
  ready: boolean;
  /** True after the signal to stop: the process finishes running requests and accepts no new ones. */
  draining: boolean;
  /** Functions that are called after the signal to stop. Each finishes work of the process other than its requests. */
  finish: (() => Promise<void>)[];
}

// The bundles of the service and of Next each load this module, and must share the state.
const shared = globalThis as typeof globalThis & { icsLifecycle?: Lifecycle };

// Ready from the beginning, because under `next start` none of the service's code runs at the start. The service's own program begins with
// setting it to false.
shared.icsLifecycle ??= { ready: true, draining: false, finish: [] };

export const lifecycle: Lifecycle = shared.icsLifecycle;
