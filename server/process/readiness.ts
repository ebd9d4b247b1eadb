import { db } from "@/db/client";
import { migrationsAreCurrent } from "@/db/migrate";
import { withTimeout } from "@/server/platform/with-timeout";
import { lifecycle } from "./lifecycle";

/** Why the process should be given no requests now, or that it may be. */
export type Readiness = "ready" | "starting" | "stopping" | "database_unreachable" | "migrations_pending";

const DATABASE_TIMEOUT_MS = 2_000;

export async function checkReadiness(): Promise<Readiness> {
  if (lifecycle.draining) return "stopping";
  if (!lifecycle.ready) return "starting";
  return withTimeout(DATABASE_TIMEOUT_MS, askDatabase()).catch(() => "database_unreachable");
}

async function askDatabase(): Promise<Readiness> {
  return (await migrationsAreCurrent(db)) ? "ready" : "migrations_pending";
}
