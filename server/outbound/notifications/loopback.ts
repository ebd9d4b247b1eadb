import type { Reach } from "./read-endpoint-url";

/** Said once by the process that starts, which knows who can reach it. */
const shared = globalThis as typeof globalThis & { icsLoopbackReceivers?: boolean };

/** For developing a receiver on this machine, without a certificate. Only while the service is reachable from this machine alone. */
export function allowLoopbackReceivers(): void {
  shared.icsLoopbackReceivers = true;
}

/** What notifications may reach besides the public internet. */
export function reach(): Reach {
  return { allowLoopback: shared.icsLoopbackReceivers === true };
}
