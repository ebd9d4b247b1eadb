import { env, isForThisMachine } from "@/server/env";

/** Whether payments go through the simulated bank, where nothing is paid: by default only while the service is reachable from this machine alone. */
export function isSimulatedBankOpen(): boolean {
  return env().SIMULATED_BANK ?? isForThisMachine(env());
}
