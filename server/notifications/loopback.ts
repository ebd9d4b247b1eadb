import type { Reach } from "./read-endpoint-url";

/** Set only by the starting process, which knows who can reach it. */
const shared = globalThis as typeof globalThis & { icsLoopbackReceivers?: boolean };

/**
 * Allows receivers on this machine, without a certificate, for developing one. Only while the service is reachable from this machine alone.
 */
export function allowLoopbackReceivers(): void {
  shared.icsLoopbackReceivers = true;
}

/** Addresses that notifications may reach in addition to the public internet. */
export function reach(): Reach {
  return { allowLoopback: shared.icsLoopbackReceivers === true };
}
