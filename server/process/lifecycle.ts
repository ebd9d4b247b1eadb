/** State of the process: starting, serving or stopping. */
export interface Lifecycle {
  /** True while it serves: set once the database is open and migrated. */
  ready: boolean;
  /** True once it was told to stop: it finishes running requests and takes no new ones. */
  draining: boolean;
  /** Other work of the process: once told to stop, each function finishes what has begun. */
  finish: (() => Promise<void>)[];
}

// The service's bundle and Next's each load this module, and must share the state.
const shared = globalThis as typeof globalThis & { icsLifecycle?: Lifecycle };

/** Ready from the start, because under `next start` none of our code runs at the start. */
shared.icsLifecycle ??= { ready: true, draining: false, finish: [] };

export const lifecycle: Lifecycle = shared.icsLifecycle;
