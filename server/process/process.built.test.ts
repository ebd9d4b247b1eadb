import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type Connection, connect } from "@/db/client";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@/db/embedded/embedded";
import { createApiKey } from "@/server/tenancy/api-keys/create-api-key";
import { createPartner } from "@/server/tenancy/partners/create-partner";
import { freePort, type Host, startProductionProcess } from "@/server/testing/hosts";
import { sawCode } from "@/server/testing/seen-codes";

// Uses a separate database, which is stopped while the process serves.

const SECRET = "for the scheduler, in tests: background work";
const FIGURES_SECRET = "for monitoring, in tests: figures alone";
const folder = mkdtempSync(join(tmpdir(), "ics-process-"));
let postgres: EmbeddedPostgres;
let host: Host;
let owner: Connection;
let call: (path: string, init?: RequestInit) => Promise<Response>;

beforeAll(async () => {
  postgres = await startEmbeddedPostgres({ folder: join(folder, "postgres"), durable: false });
  host = await startProductionProcess(folder, {
    DATABASE_URL: postgres.appUrl,
    MIGRATION_DATABASE_URL: postgres.ownerUrl,
    BACKGROUND_SECRET: SECRET,
    METRICS_SECRET: FIGURES_SECRET,
  });
  owner = connect(postgres.ownerUrl, { max: 2 });
  const partner = await createPartner(owner.db, { name: "Process" });
  const { key } = await createApiKey(owner.db, partner.id, { name: "test" });
  call = (path, init) => fetch(`${host.baseUrl}${path}`, { ...init, headers: { Authorization: `ApiKey ${key}`, ...init?.headers } });
}, 60_000);

afterAll(async () => {
  await owner.close();
  await host.stop();
  await postgres.stop();
  rmSync(folder, { recursive: true });
});

const company = JSON.stringify({
  name: "Club",
  brand: "brand_code_1",
  email: "office@club.example",
  locale: "nl",
  country_code: "NL",
  currency: "EUR",
});
const json = { "Content-Type": "application/json" };

/** Repeats the work until it no longer throws, and returns its result. */
async function eventually<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === 200) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

test("without its database the process keeps running, answers 503, and recovers by itself", { timeout: 90_000 }, async () => {
  const port = Number(new URL(postgres.appUrl).port);
  const created = await call("/api/v2/companies", { method: "POST", body: company, headers: json });
  const { company_id } = (await created.json()) as { company_id: string };
  expect((await call(`/api/v2/companies/${company_id}`)).status).toBe(200);

  await postgres.stop();
  for (const [path, init] of [
    [`/api/v2/companies/${company_id}`, {}],
    ["/api/v2/companies", { method: "POST", body: company, headers: json }],
    ["/api/v2/companies", { method: "POST", body: company, headers: { ...json, "Idempotency-Key": "while-down" } }],
  ] as const) {
    const answer = await call(path, init);
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await answer.json()).toEqual({ error: "service_unavailable" });
    sawCode(inject("seenCodesFile"), "service_unavailable");
  }
  expect((await fetch(`${host.baseUrl}/api/health`)).status).toBe(200);
  expect((await fetch(`${host.baseUrl}/api/ready`)).status).toBe(503);

  postgres = await startEmbeddedPostgres({ folder: join(folder, "postgres"), durable: false, port });
  await eventually(async () => expect((await call(`/api/v2/companies/${company_id}`)).status).toBe(200));
  const retried = await call("/api/v2/companies", { method: "POST", body: company, headers: { ...json, "Idempotency-Key": "while-down" } });
  expect(retried.status).toBe(200);
  await eventually(async () => expect((await fetch(`${host.baseUrl}/api/ready`)).status).toBe(200));
});

test("each secret is accepted only by its own part, background work or metrics; without it, both refuse", async () => {
  const calls = [
    ["/api/background/notifications", "POST", SECRET, FIGURES_SECRET],
    ["/api/metrics", "GET", FIGURES_SECRET, SECRET],
  ] as const;
  const by = (method: string, secret?: string) => ({ method, headers: secret ? { Authorization: `Bearer ${secret}` } : undefined });
  for (const [path, method, right, other] of calls) {
    for (const secret of [undefined, `${right}.`, "", other]) {
      const answer = await fetch(`${host.baseUrl}${path}`, by(method, secret));
      expect([answer.status, await answer.json()]).toEqual([401, { error: "not_allowed" }]);
    }
  }
  const ready = `${host.baseUrl}/api/ready`;
  expect(await (await fetch(ready)).json()).toEqual({ status: "ready" });
  expect(await (await fetch(ready, by("GET", SECRET))).json()).toEqual({ status: "ready" });

  const [sent, metrics] = await Promise.all(calls.map(([path, method, right]) => fetch(`${host.baseUrl}${path}`, by(method, right))));
  expect(await sent?.json()).toMatchObject({ owed: 0, delivered: 0, failed: 0 });
  expect(await metrics?.text()).toMatch(/^notifications_oldest_owed_seconds 0$/m);
  expect(await (await fetch(ready, by("GET", FIGURES_SECRET))).json()).toEqual({
    status: "ready",
    notifications: {
      oldest_owed_seconds: 0,
      owed: { waiting: 0, on_its_way: 0, switched_off: 0 },
      open_deliveries: { waiting: 0, failing: 0 },
      endpoints: { working: 0, failing: 0, switched_off: 0 },
    },
  });
});

test("an unexpected failure is a 500 without details", async () => {
  const { company_id } = (await (await call("/api/v2/companies", { method: "POST", body: company, headers: json })).json()) as {
    company_id: string;
  };
  await owner.db.execute(sql`alter table companies rename column zipcode to postcode`);
  const answer = await call(`/api/v2/companies/${company_id}`);
  await owner.db.execute(sql`alter table companies rename column postcode to zipcode`);

  expect(answer.status).toBe(500);
  expect(await answer.json()).toEqual({ error: "internal_error" });
  sawCode(inject("seenCodesFile"), "internal_error");
});

test("told to stop while creating its own database, it ends without a failure", async () => {
  const { DATABASE_URL: _, MIGRATION_DATABASE_URL: __, ...environment } = process.env;
  const cwd = join(folder, "early");
  mkdirSync(cwd);
  const program = [resolve(".next/service/main.mjs"), "--only", "work"];
  const early = spawn(process.execPath, program, {
    cwd,
    env: { ...environment, NODE_ENV: "production", PORT: String(await freePort()) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  early.stderr.on("data", (text) => {
    said += text;
    if (said.includes("Making the database")) early.kill();
  });
  const [exitCode] = await once(early, "exit");
  expect(exitCode, said).toBe(0);
});

test("told to stop, it finishes running requests and ends without a failure", { timeout: 30_000 }, async () => {
  const { company_id } = (await (await call("/api/v2/companies", { method: "POST", body: company, headers: json })).json()) as {
    company_id: string;
  };
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let locked = () => {};
  const isLocked = new Promise<void>((resolve) => {
    locked = resolve;
  });
  const holding = owner.db.transaction(async (tx) => {
    await tx.execute(sql`select from companies where id = ${company_id} for update`);
    locked();
    await held;
  });
  await isLocked;

  const running = call(`/api/v2/companies/${company_id}`, { method: "PUT", body: company, headers: json });
  await eventually(async () => {
    const [waiting] = await owner.db.execute(sql`select from pg_locks where not granted`);
    if (!waiting) throw new Error("No process waits for the lock yet");
  });
  const stopped = host.stop();
  await eventually(async () => {
    const refused = await fetch(`${host.baseUrl}/api/health`).then(
      () => false,
      () => true,
    );
    if (!refused) throw new Error("It still takes requests");
  });
  release();
  await holding;

  expect((await running).status).toBe(200);
  expect(await stopped).toBe(0);
});
