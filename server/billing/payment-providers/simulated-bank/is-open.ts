import { env, isForThisMachine } from "@/server/env";

/**
 * Whether all payments go through the simulated bank, where no money moves. Only possible while nobody outside this machine can reach the
 * service.
 */
export function isSimulatedBankOpen(): boolean {
  return isForThisMachine(env()) && env().SIMULATED_BANK !== false;
}
