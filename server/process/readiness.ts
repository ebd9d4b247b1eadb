import { migrationsAreCurrent } from "@/db/migrate";
import { lookUp } from "@/server/api/look-up";
import { lifecycle } from "./lifecycle";

/** Whether the process may receive requests; if not, why. */
export type Readiness = "ready" | "starting" | "stopping" | "database_unreachable" | "migrations_pending";

const DATABASE_TIMEOUT_MS = 2_000;

export async function checkReadiness(): Promise<Readiness> {
  if (lifecycle.draining) return "stopping";
  if (!lifecycle.ready) return "starting";
  try {
    // Uses the connections for look-ups, not the pool: while requests wait for the pool, the process still answers look-ups, and a balancer
    // that removed a process because its pool is busy would remove all of them.
    return (await lookUp(DATABASE_TIMEOUT_MS, migrationsAreCurrent)) ? "ready" : "migrations_pending";
  } catch {
    return "database_unreachable";
  }
}
