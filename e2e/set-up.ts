import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "@/db/embedded/embedded";
import { migrate } from "@/db/migrate";
import { startNext, startProductionProcess, TEST_ENCRYPTION_KEY } from "@/server/testing/hosts";
import { startStandby } from "@/server/testing/standby";
import { BETWEEN_RUNS_MS } from "./background-work";
import { findBrowser } from "./browser";

/**
 * Starts one database and one service for all journeys, as in production, and a browser. `E2E_HOST=next` starts plain `next start` instead,
 * with a scheduler that calls `POST /api/background/due` every `E2E_SCHEDULE_MS` ms (default 5,000). With `THROUGH_REPLICA=1`, the portal
 * reads from a standby.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), "ics-e2e-"));
  const isFollowed = Boolean(process.env.THROUGH_REPLICA);
  const postgres = await startEmbeddedPostgres({ folder: join(folder, "postgres"), durable: false, isFollowed });
  await migrate(postgres.ownerUrl, postgres.appUrl);
  const standby = isFollowed ? await startStandby(join(folder, "postgres"), postgres.adminUrl) : undefined;

  const [secret, schedulerSecret] = [randomBytes(32).toString("hex"), randomBytes(32).toString("hex")];
  const isNext = process.env.E2E_HOST === "next";
  const host = await (isNext ? startNext : startProductionProcess)(folder, {
    DATABASE_URL: postgres.appUrl,
    MIGRATION_DATABASE_URL: postgres.ownerUrl,
    ...(standby && { DATABASE_REPLICA_URL: standby.at(postgres.appUrl) }),
    AUTH_SECRET: secret,
    LOOPBACK_RECEIVERS: "true",
    DEVELOPMENT_MAILBOX: "true",
    BACKGROUND_SECRET: schedulerSecret,
    // The production process derives this from its listening address. `next start` does not know that address, so the journeys set it here.
    ...(isNext && { NODE_OPTIONS: "--import=data:text/javascript,globalThis.icsDevelopmentMailbox=globalThis.icsLoopbackReceivers=true" }),
  });
  const stopScheduler = isNext ? startScheduler(host.baseUrl, schedulerSecret) : () => {};

  // Workers start later, with this process's environment.
  process.env.DATABASE_URL = waitingLonger(postgres.appUrl);
  process.env.AUTH_SECRET = secret;
  process.env.ENCRYPTION_KEY = TEST_ENCRYPTION_KEY;
  process.env.LOG_LEVEL = "silent";
  process.env.E2E_BASE_URL = host.baseUrl;
  process.env.E2E_BROWSER = JSON.stringify(await findBrowser(folder));

  return async () => {
    stopScheduler();
    await host.stop();
    await standby?.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

/**
 * Lets the preparations of journeys wait longer for a lock than the application, because they are not repeated, as background work is, if the
 * service holds the lock.
 */
function waitingLonger(appUrl: string): string {
  const url = new URL(appUrl);
  for (const limit of ["lock_timeout", "statement_timeout"]) url.searchParams.set(limit, "30s");
  return url.href;
}

function startScheduler(baseUrl: string, secret: string): () => void {
  const call = () =>
    fetch(`${baseUrl}/api/background/due`, { method: "POST", headers: { Authorization: `Bearer ${secret}` } }).catch((error) =>
      console.error(`The scheduler's call failed: ${error}`),
    );
  const timer = setInterval(call, BETWEEN_RUNS_MS);
  return () => clearInterval(timer);
}
