import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { db } from "@/db/client";
import { env } from "@/server/env";
import { createApiKey } from "@/server/tenancy/api-keys/create-api-key";
import { call, type Reply } from "@/server/testing/client";
import { contractHost } from "@/server/testing/contract-host";
import { givenCompany, givenPartner, times } from "@/server/testing/given";
import { type Host, publicHost, startNext, startProductionProcess } from "@/server/testing/hosts";
import { outcome } from "@/server/testing/replies";

async function ready() {
  const partner = await givenPartner();
  const { id } = await givenCompany(partner);
  return { partner, id, path: `/companies/${id}`, key: partner.apiKey };
}

const folder = mkdtempSync(join(tmpdir(), "ics-rate-limit-"));
/** A host with a tenth of the usual limit, which a busy machine exceeds too. */
let slow: Host;

beforeAll(async () => {
  const { DATABASE_URL } = env();
  const owner = Object.assign(new URL(inject("adminUrl")), { pathname: new URL(DATABASE_URL).pathname, search: "?role=ics_owner" });
  const settings = { ...publicHost, DATABASE_URL, MIGRATION_DATABASE_URL: owner.href, RATE_LIMIT: "20" };
  slow = await (contractHost().isNext ? startNext(folder, settings) : startProductionProcess(folder, settings, ["--only", "api"]));
}, 120_000);

afterAll(async () => {
  await slow?.stop();
  rmSync(folder, { recursive: true });
});

const callSlow = (method: string, path: string, options: Parameters<typeof call>[2]) =>
  call(method, path, { ...options, baseUrl: slow.baseUrl });

/** Sends requests to the host with the low limit until this key is refused. */
async function untilLimited(path: string, key: string): Promise<Reply> {
  const limited = await vi.waitFor(
    async () => {
      const replies = await Promise.all(times(50, () => callSlow("HEAD", path, { key })));
      expect(replies.some((reply) => reply.status === 429)).toBe(true);
      return callSlow("GET", path, { key });
    },
    { timeout: 30_000, interval: 0 },
  );
  return limited.status === 429 ? limited : untilLimited(path, key);
}

const POLICY = /^"default";q=\d+;w=\d+$/;
const STATE = /^"default";r=\d+;t=\d+$/;

test("every answer after the limiter states the limit and the remainder", async () => {
  const { path, key } = await ready();

  for (const [method, address, status] of [
    ["GET", path, 200],
    ["HEAD", path, 200],
    ["GET", "/invoices/x", 404],
    ["POST", "/invoices", 400],
    ["POST", "/invoices/x/tickets/actions/archive", 404],
    ["DELETE", "/imports/x", 404],
  ] as const) {
    const reply = await call(method, address, { key });
    expect(reply.status).toBe(status);
    expect(reply.headers.get("ratelimit-policy")).toMatch(POLICY);
    expect(reply.headers.get("ratelimit")).toMatch(STATE);
  }
});

test("the remainder falls with every request", async () => {
  const { path, key } = await ready();
  const left = ({ headers }: Reply) => Number(/;r=(\d+);/.exec(headers.get("ratelimit") ?? "")?.[1]);

  const [first, second] = [left(await call("GET", path, { key })), left(await call("GET", path, { key }))];

  expect(first).toBeLessThan(400);
  expect([first - 1, 399]).toContain(second);
});

test("a burst of 400 requests passes", async () => {
  const { path, key } = await ready();

  const statuses = (await Promise.all(times(400, () => call("HEAD", path, { key })))).map((reply) => reply.status);

  expect(new Set(statuses)).toEqual(new Set([200]));
});

test("above the limit the answer is rate_limited with Retry-After and no remainder, before later checks", async () => {
  const { path, key, partner } = await ready();

  const limited = await untilLimited(path, key);

  expect(outcome(limited)).toBe("429 rate_limited");
  expect(limited.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
  expect(limited.headers.get("ratelimit-policy")).toMatch(POLICY);
  expect(limited.headers.get("ratelimit")).toMatch(/^"default";r=0;t=\d+$/);

  // The window may end at any moment, so only requests between two refusals are sure to be within it.
  await vi.waitFor(
    async () => {
      await untilLimited(path, key);
      const probes = await Promise.all([
        callSlow("POST", "/invoices", { key, body: "{", headers: { "Content-Type": "text/plain" } }),
        callSlow("GET", "/nothing", { key }),
        callSlow("PATCH", "/invoices", { key }),
      ]);
      expect((await callSlow("GET", path, { key })).status).toBe(429);
      expect(probes.map(outcome)).toEqual(["429 rate_limited", "404 not_found", "405 method_not_allowed"]);
    },
    { timeout: 30_000, interval: 0 },
  );

  // Each key has its own limit, also within a partner.
  const second = await createApiKey(db, partner.id, { name: "second" });
  expect(outcome(await callSlow("GET", path, { key: second.key }))).toBe("200");
});

test("is not stored under an idempotency key, and after Retry-After the key works again", async () => {
  const { id, path, key } = await ready();
  const headers = { "Idempotency-Key": "once" };
  const create = () => callSlow("POST", "/imports", { key, headers, body: { company_id: id } });

  const retryAfter = await vi.waitFor(
    async () => {
      await untilLimited(path, key);
      const refused = await create();
      expect(outcome(refused)).toBe("429 rate_limited");
      return Number(refused.headers.get("retry-after"));
    },
    { timeout: 30_000, interval: 0 },
  );
  await new Promise((resolve) => setTimeout(resolve, retryAfter * 1_000));

  const created = await create();
  expect(outcome(created)).toBe("200");
  expect(created.headers.has("idempotency-replayed")).toBe(false);
});
