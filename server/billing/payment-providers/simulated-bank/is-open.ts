import { env, isForThisMachine } from "@/server/env";

/** Whether payments go through the simulated bank, where nothing is paid: unless told otherwise, only where nobody else reaches the service. */
export function isSimulatedBankOpen(): boolean {
  return env().SIMULATED_BANK ?? isForThisMachine(env());
}
