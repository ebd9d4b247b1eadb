import { randomBytes } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { routes } from "@/app/api/v2/routes";
import { db } from "@/db/client";
import { apiKeys } from "@/db/schema/api-keys";
import { createApiKey } from "@/server/tenancy/api-keys/create-api-key";
import { revokeApiKey } from "@/server/tenancy/api-keys/revoke-api-key";
import { fromNewAddress } from "@/server/testing/addresses";
import { call } from "@/server/testing/client";
import { givenCompany, givenPartner, times } from "@/server/testing/given";
import { outcome } from "@/server/testing/replies";

async function ready() {
  const partner = await givenPartner();
  const { id } = await givenCompany(partner);
  const path = `/companies/${id}`;
  return { partner, path, key: partner.apiKey, get: (headers: Record<string, string>, query = "") => ask("GET", path + query, headers) };
}

/** Sends a request without a key, from a new address. */
const ask = (method: string, path: string, headers: Record<string, string> = {}) =>
  call(method, path, { headers: { ...fromNewAddress(), ...headers } });

describe("the Authorization header", () => {
  test.each(["ApiKey", "apikey", "APIKEY", "aPIkEY"])("names the scheme as %s", async (scheme) => {
    const { get, key } = await ready();

    expect(outcome(await get({ Authorization: `${scheme} ${key}` }))).toBe("200");
  });

  test.each([
    ["another scheme", (key: string) => `Bearer ${key}`],
    ["no scheme", (key: string) => key],
    ["a scheme without a key", () => "ApiKey"],
    ["a scheme and a space", () => "ApiKey "],
    ["nothing", () => ""],
    ["the key twice", (key: string) => `ApiKey ${key} ${key}`],
    ["the key in capitals", (key: string) => `ApiKey ${key.toUpperCase().replace(/^[0-9]+$/, "A")}`],
    ["a part of the key", (key: string) => `ApiKey ${key.slice(1)}`],
    ["more than the key", (key: string) => `ApiKey ${key}0`],
    ["the key in quotes", (key: string) => `ApiKey "${key}"`],
    ["an unknown key", () => `ApiKey ${"0".repeat(64)}`],
    ["text", () => "ApiKey ' or 1=1 --"],
    ["5,000 characters", () => `ApiKey ${"a".repeat(5_000)}`],
  ])("with %s is refused", async (_, header) => {
    const { get, key } = await ready();

    const reply = await get({ Authorization: header(key) });

    expect(outcome(reply)).toBe("401 invalid_api_key");
    expect(reply.headers.get("www-authenticate")).toBe("ApiKey");
  });
});

describe("the query parameter", () => {
  test.each(["api:key", "api_key", "api%3Akey", "api%3akey"])("%s stands for the header, and is answered as deprecated", async (name) => {
    const { get, key } = await ready();

    const reply = await get({}, `?${name}=${key}`);

    expect(outcome(reply)).toBe("200");
    expect(reply.headers.get("deprecation")).toMatch(/./);
    expect(reply.headers.get("link")).toMatch(/^<https?:\/\/[^>]+>.*rel="deprecation"/);
  });

  test("is marked as deprecated even if something else is refused", async () => {
    const { key } = await ready();

    for (const [method, path, expected] of [
      ["GET", "/nothing", "404 not_found"],
      ["PATCH", "/invoices", "405 method_not_allowed"],
      ["POST", "/invoices", "400 invalid_json"],
    ] as const) {
      const reply = await ask(method, `${path}?api:key=${key}`);
      expect(outcome(reply)).toBe(expected);
      expect(reply.headers.has("deprecation")).toBe(true);
      expect(reply.headers.has("link")).toBe(true);
    }
  });

  test.each(["", "0".repeat(64), "x", "%00"])("is refused as %j", async (value) => {
    const { get } = await ready();

    const reply = await get({}, `?api:key=${value}`);

    expect(outcome(reply)).toBe("401 invalid_api_key");
    expect(reply.headers.get("www-authenticate")).toBe("ApiKey");
  });

  test("has lower precedence than a header, whether that is right or wrong", async () => {
    const { get, key } = await ready();

    const right = await get({ Authorization: `ApiKey ${key}` }, "?api:key=wrong");
    expect(outcome(right)).toBe("200");
    expect(right.headers.has("deprecation")).toBe(false);
    for (const header of ["ApiKey wrong", "Bearer x", ""]) {
      expect(outcome(await get({ Authorization: header }, `?api:key=${key}`))).toBe("401 invalid_api_key");
    }
  });

  test("works for every method", async () => {
    const { partner, key } = await ready();
    const { id } = await givenCompany(partner);
    const created = await call("POST", `/imports?api_key=${key}`, { body: { company_id: id } });
    expect(outcome(created)).toBe("200");
    const path = `/imports/${created.body.import_id}?api:key=${key}`;

    expect(outcome(await call("PUT", path, { body: { title: "Autumn" } }))).toBe("200");
    expect(outcome(await call("DELETE", path))).toBe("204");
  });
});

test("a key in the header is not marked as deprecated", async () => {
  const { get, key } = await ready();
  const reply = await get({ Authorization: `ApiKey ${key}` });

  expect([reply.headers.has("deprecation"), reply.headers.has("link")]).toEqual([false, false]);
});

describe("without a key", () => {
  const closed = routes.filter(({ endpoints }) => Object.values(endpoints).every((endpoint) => !endpoint.open));

  test.each(closed)("$path is refused for every method, known or not, before any other check", async ({ path }) => {
    const address = path.replace(/\{\w+\}/g, "x");

    for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
      const reply = await ask(method, address, { "Content-Type": "text/plain" });
      expect(reply.status, method).toBe(401);
      expect(reply.headers.get("www-authenticate")).toBe("ApiKey");
      if (method !== "HEAD") expect(reply.body).toEqual({ error: "invalid_api_key" });
    }
  });

  test.each(["/nothing", "/invoices/", "/invoices/x/y/z", "/Invoices", "/", "/companies/x/tickets"])(
    "the unknown path %s is refused, too",
    async (path) => {
      expect(outcome(await ask("GET", path))).toBe("401 invalid_api_key");
      expect(outcome(await ask("POST", path))).toBe("401 invalid_api_key");
    },
  );

  test("the answer is the same whether the key is missing, unknown or revoked", async () => {
    const { partner, path } = await ready();
    const { id, key } = await createApiKey(db, partner.id, { name: "old" });
    await revokeApiKey(db, id);

    const replies = await Promise.all(
      [undefined, { Authorization: `ApiKey ${"f".repeat(64)}` }, { Authorization: `ApiKey ${key}` }].map((headers) =>
        ask("GET", path, headers),
      ),
    );

    for (const reply of replies) expect(outcome(reply)).toBe("401 invalid_api_key");
    expect(new Set(replies.map((reply) => reply.text)).size).toBe(1);
  });
});

test("a partner can have several keys: a revoked one is refused within seconds, and the others still work", async () => {
  const { partner, path } = await ready();
  const { id, key } = await createApiKey(db, partner.id, { name: "second" });
  expect(outcome(await call("GET", path, { key }))).toBe("200");
  expect(outcome(await call("GET", path, { key: partner.apiKey }))).toBe("200");

  await revokeApiKey(db, id);

  const headers = fromNewAddress();
  await vi.waitFor(async () => expect(outcome(await call("GET", path, { key, headers }))).toBe("401 invalid_api_key"), {
    timeout: 20_000,
    interval: 200,
  });
  expect(outcome(await call("GET", path, { key: partner.apiKey }))).toBe("200");
});

test("an expired key is refused like any other invalid one, and its last use stays recorded", async () => {
  const { partner, path } = await ready();
  const { id, key } = await createApiKey(db, partner.id, { name: "rolled" });
  const isKey = eq(apiKeys.id, id);
  expect(outcome(await call("GET", path, { key }))).toBe("200");
  await vi.waitFor(
    async () => {
      const [{ lastUsedAt } = { lastUsedAt: null }] = await db.select().from(apiKeys).where(isKey);
      expect(lastUsedAt).not.toBeNull();
    },
    { timeout: 20_000 },
  );

  await db.update(apiKeys).set({ expiresAt: sql`now()` }).where(isKey);

  const headers = fromNewAddress();
  await vi.waitFor(async () => expect(outcome(await call("GET", path, { key, headers }))).toBe("401 invalid_api_key"), {
    timeout: 20_000,
    interval: 200,
  });
});

test("failed authentication is limited by address: 429 instead of 401, while a valid key from there still works", async () => {
  const { partner, path, key } = await ready();
  const headers = fromNewAddress();
  const attempt = () => call("GET", path, { headers });

  const first = await Promise.all(times(100, attempt));
  expect(new Set(first.map(outcome))).toEqual(new Set(["401 invalid_api_key"]));

  const over = await vi.waitFor(
    async () => {
      const replies = await Promise.all(times(20, attempt));
      const limited = replies.filter((reply) => reply.status === 429);
      expect(limited.length).toBeGreaterThan(0);
      return limited;
    },
    { timeout: 20_000 },
  );
  for (const reply of over) {
    expect(outcome(reply)).toBe("429 rate_limited");
    expect(reply.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
  }
  expect(outcome(await call("GET", path, { key, headers }))).toBe("200");
  expect(outcome(await ask("GET", path))).toBe("401 invalid_api_key");
  // A key that was never used also works while unknown keys are being tried.
  const { key: unused } = await createApiKey(db, partner.id, { name: "unused" });
  const guess = () => call("GET", path, { key: randomBytes(32).toString("hex"), headers });
  const [right, ...wrong] = await Promise.all([call("GET", path, { key: unused, headers }), ...times(50, guess)]);
  expect(outcome(right)).toBe("200");
  for (const reply of wrong) expect(["401 invalid_api_key", "429 rate_limited"]).toContain(outcome(reply));
});
