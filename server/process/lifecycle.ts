/** State of the process: starting, serving or stopping. */
export interface Lifecycle {
  /** True once the database is opened and migrated. Stays true while the process stops. */
  ready: boolean;
  /** True once the process has been told to stop. It accepts requests for DRAIN_SECONDS, and then only finishes the running ones. */
  draining: boolean;
  /** Functions that are called when the process stops. Each finishes work of the process other than its requests. */
  finish: (() => Promise<void>)[];
}

// The bundles of the service and of Next each load this module, and must share the state.
const shared = globalThis as typeof globalThis & { icsLifecycle?: Lifecycle };

// `ready` is true from the beginning, because under plain `next start` no code of the service would set it. The service's own program sets it
// to false first.
shared.icsLifecycle ??= { ready: true, draining: false, finish: [] };

export const lifecycle: Lifecycle = shared.icsLifecycle;
