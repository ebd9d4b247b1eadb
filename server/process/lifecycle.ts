/** Whether the process starts, serves or stops. */
export interface Lifecycle {
  /** True while it serves: set once the database is there and migrated. */
  ready: boolean;
  /** True once it was told to stop: it answers what runs and takes nothing new. */
  draining: boolean;
  /** What the process does besides answering requests: each finishes what it has begun, once the process was told to stop. */
  finish: (() => Promise<void>)[];
}

// The service's bundle and Next's load this module each for themselves, and must mean the same process.
const shared = globalThis as typeof globalThis & { icsLifecycle?: Lifecycle };

/** Ready from the start, because under `next start` nothing of ours runs at the start. */
shared.icsLifecycle ??= { ready: true, draining: false, finish: [] };

export const lifecycle: Lifecycle = shared.icsLifecycle;
