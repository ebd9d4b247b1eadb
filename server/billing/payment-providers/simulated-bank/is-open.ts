import { env, isForThisMachine } from "@/server/env";

/** Whether payments go through the simulated bank, where nothing is paid: only while the service is reachable from this machine alone. */
export function isSimulatedBankOpen(): boolean {
  return isForThisMachine(env()) && env().SIMULATED_BANK !== false;
}
