import { migrationsAreCurrent } from "@/db/migrate";
import { lookUp } from "@/server/api/look-up";
import { lifecycle } from "./lifecycle";

/** Why the process should be given no requests now, or that it may be. */
export type Readiness = "ready" | "starting" | "stopping" | "database_unreachable" | "migrations_pending";

const DATABASE_TIMEOUT_MS = 2_000;

export async function checkReadiness(): Promise<Readiness> {
  if (lifecycle.draining) return "stopping";
  if (!lifecycle.ready) return "starting";
  try {
    // As look-ups do: while requests wait for each other, the process still answers others, and a balancer that left it out would leave out all.
    return (await lookUp(DATABASE_TIMEOUT_MS, migrationsAreCurrent)) ? "ready" : "migrations_pending";
  } catch {
    return "database_unreachable";
  }
}
