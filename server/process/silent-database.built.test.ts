import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase } from "@/db/client";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@/db/embedded/embedded";
import { givenPartner } from "@/server/testing/given";
import { givenCustomer } from "@/server/testing/given-customer";
import { givenMember } from "@/server/testing/given-person";
import { givenSession } from "@/server/testing/given-session";
import { type Host, startProductionProcess, TEST_SECRET } from "@/server/testing/hosts";
import { type SilentWay, wayThatFallsSilent } from "@/server/testing/silent-database";
import { useDatabase } from "@/server/testing/use-database";

// Deadlines of people's requests, including Next. Their lengths are tested in server/api/deadline.test.ts and server/trpc/deadline.test.ts.

const METRICS_SECRET = "opens the metrics of this test, and nothing else";
const folder = mkdtempSync(join(tmpdir(), "ics-silent-"));
let postgres: EmbeddedPostgres;
let way: SilentWay;
let host: Host;

beforeAll(async () => {
  postgres = await startEmbeddedPostgres({ folder: join(folder, "postgres"), durable: false });
  await useDatabase(postgres.appUrl);
  way = await wayThatFallsSilent(postgres.appUrl);
  const environment = { DATABASE_URL: way.url, MIGRATION_DATABASE_URL: postgres.ownerUrl, METRICS_SECRET };
  host = await startProductionProcess(folder, environment, ["--only", "pages"]);
}, 60_000);

afterAll(async () => {
  await host.stop();
  way.close();
  await closeDatabase();
  await postgres.stop();
  rmSync(folder, { recursive: true });
});

test("a customer's page and a request of a signed-in person are answered even if the database does not answer", async () => {
  const partner = await givenPartner();
  const { secret } = await givenCustomer(partner);
  const { person } = await givenMember(partner);
  const headers = { Cookie: `next-auth.session-token=${await givenSession(person, TEST_SECRET)}` };
  const ask = async () => {
    const asked = [fetch(`${host.baseUrl}/i/${secret}`), fetch(`${host.baseUrl}/api/trpc/companies.names`, { headers })];
    return (await Promise.all(asked)).map(({ status }) => status);
  };
  expect(await ask()).toEqual([200, 200]);

  way.fallSilent();
  expect(await ask()).toEqual([503, 503]);

  way.speakAgain();
  expect(await ask()).toEqual([200, 200]);
});

test("while the database does not answer, the metrics are only the process's own, and show the wait", async () => {
  const metrics = async () =>
    (await fetch(`${host.baseUrl}/api/metrics`, { headers: { Authorization: `Bearer ${METRICS_SECRET}` } })).text();
  const failedProbes = (text: string) => Number(/^database_probes_failed_total (\d+)$/m.exec(text)?.[1]);
  const before = await metrics();
  expect(before).toContain("notifications_oldest_owed_seconds 0");

  way.fallSilent();
  // Probes may have failed already in the previous test.
  await expect.poll(async () => failedProbes(await metrics()), { timeout: 30_000 }).toBeGreaterThan(failedProbes(before));
  const text = await metrics();
  expect(text).not.toContain("notifications_oldest_owed_seconds");
  expect(Number(/^database_probe_seconds ([\d.]+)$/m.exec(text)?.[1])).toBeGreaterThan(4);
  expect(text).toMatch(/^door_requests_total\{door="customer",status="503"\} \d+$/m);

  way.speakAgain();
  await expect.poll(metrics, { timeout: 30_000 }).toContain("notifications_oldest_owed_seconds 0");
});
