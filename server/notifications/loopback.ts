import type { Reach } from "./read-endpoint-url";

/** Set by the process at its start, when it is known who can reach the service. */
const shared = globalThis as typeof globalThis & { icsLoopbackReceivers?: boolean };

/**
 * Allows receivers of notifications on this machine, without TLS, for people who develop one. Call this only if no other machine can reach
 * the service.
 */
export function allowLoopbackReceivers(): void {
  shared.icsLoopbackReceivers = true;
}

/** Returns the addresses that notifications may reach in addition to the public internet. */
export function reach(): Reach {
  return { allowLoopback: shared.icsLoopbackReceivers === true };
}
