import { db } from "@/db/client";
import { migrationsAreCurrent } from "@/db/migrate";
import { lifecycle } from "./lifecycle";

/** Why the process should be given no requests now, or that it may be. */
export type Readiness = "ready" | "starting" | "stopping" | "database_unreachable" | "migrations_pending";

const DATABASE_TIMEOUT_MS = 2_000;

export async function checkReadiness(): Promise<Readiness> {
  if (lifecycle.draining) return "stopping";
  if (!lifecycle.ready) return "starting";
  return Promise.race([askDatabase(), afterTimeout()]);
}

async function askDatabase(): Promise<Readiness> {
  try {
    return (await migrationsAreCurrent(db)) ? "ready" : "migrations_pending";
  } catch {
    return "database_unreachable";
  }
}

function afterTimeout(): Promise<Readiness> {
  return new Promise((resolve) => {
    setTimeout(resolve, DATABASE_TIMEOUT_MS, "database_unreachable").unref();
  });
}
