import { migrationsAreCurrent } from "@/db/migrate";
import { lookUp } from "@/server/api/look-up";
import { lifecycle } from "./lifecycle";

/** Whether the process may get requests, or why not. */
export type Readiness = "ready" | "starting" | "stopping" | "database_unreachable" | "migrations_pending";

const DATABASE_TIMEOUT_MS = 2_000;

export async function checkReadiness(): Promise<Readiness> {
  if (lifecycle.draining) return "stopping";
  if (!lifecycle.ready) return "starting";
  try {
    // On the look-ups' connections: while requests wait for the pool, the process still answers others, and a balancer that removed it
    // would remove all.
    return (await lookUp(DATABASE_TIMEOUT_MS, migrationsAreCurrent)) ? "ready" : "migrations_pending";
  } catch {
    return "database_unreachable";
  }
}
