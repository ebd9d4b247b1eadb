import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@/db/embedded/embedded";
import { migrate } from "@/db/migrate";
import { freePort, publicHost, startProductionProcess } from "@/server/testing/hosts";

const folder = mkdtempSync(join(tmpdir(), "ics-migrated-elsewhere-"));
let postgres: EmbeddedPostgres;

beforeAll(async () => {
  postgres = await startEmbeddedPostgres({ folder: join(folder, "postgres"), durable: false });
}, 60_000);

afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true });
});

test("a process that may not migrate waits for the migration, and then serves", async () => {
  const port = await freePort();
  const starting = startProductionProcess(folder, { ...publicHost, DATABASE_URL: postgres.appUrl, PORT: String(port) }, ["--only", "api"]);
  await vi.waitFor(async () => expect((await fetch(`http://127.0.0.1:${port}/api/ready`)).status).toBe(503), { timeout: 20_000 });
  await vi.waitFor(
    () => expect(readFileSync(join(folder, "production-process.log"), "utf8")).toContain("Waiting until the database is migrated"),
    {
      timeout: 20_000,
    },
  );

  await migrate(postgres.ownerUrl, postgres.appUrl);

  const host = await starting;
  expect((await fetch(`${host.baseUrl}/api/ready`)).status).toBe(200);
  expect(await host.stop()).toBe(0);
}, 90_000);
