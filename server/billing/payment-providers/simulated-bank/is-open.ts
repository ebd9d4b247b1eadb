import { env, isForThisMachine } from "@/server/env";

/**
 * Whether all payments go through the simulated bank, where no money moves: only while the service is reachable from this machine alone.
 */
export function isSimulatedBankOpen(): boolean {
  return isForThisMachine(env()) && env().SIMULATED_BANK !== false;
}
