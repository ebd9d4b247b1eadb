import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect as connectSocket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { connect } from "@/db/client";
import { env } from "@/server/env";
import { fromNewAddress } from "@/server/testing/addresses";
import { givenPartner } from "@/server/testing/given";
import { givenCustomer } from "@/server/testing/given-customer";
import { type Host, publicHost, startProductionProcess } from "@/server/testing/hosts";

// Properties of all answers of a public service: by the interface, Next, files and probes.

const folder = mkdtempSync(join(tmpdir(), "ics-answers-"));
let host: Host;
let ownerUrl: string;
let link: string;

beforeAll(async () => {
  const { DATABASE_URL } = env();
  ownerUrl = Object.assign(new URL(inject("adminUrl")), { pathname: new URL(DATABASE_URL).pathname }).href;
  host = await startProductionProcess(folder, {
    ...publicHost,
    DATABASE_URL,
    MIGRATION_DATABASE_URL: ownerUrl,
    SECURITY_CONTACT: "mailto:security@portal.example",
    LOG_LEVEL: "info",
  });
  link = `/i/${(await givenCustomer(await givenPartner())).secret}`;
}, 60_000);

afterAll(async () => {
  await host.stop();
  rmSync(folder, { recursive: true });
});

const ask = (path: string, init: RequestInit = {}) =>
  fetch(`${host.baseUrl}${path}`, { redirect: "manual", ...init, headers: { ...fromNewAddress(), ...init.headers } });

const readLog = () => readFileSync(join(folder, "production-process.log"), "utf8");

const addresses = [
  ["/sign-in", 200],
  ["/home", 307],
  ["/nowhere", 404],
  ["/genuine", 200],
  ["/genuine/", 200],
  ["/i/", 404],
  ["/docs", 200],
  ["/icon.svg", 200],
  ["/favicon.ico", 200],
  ["/api/health", 200],
  ["/api/ready", 200],
  ["/api/metrics", 401],
  ["/api/background/due", 405],
  ["/api/trpc/session.me", 401],
  ["/api/export/invoices", 401],
  ["/api/auth/csrf", 200],
  ["/api/v2/invoices/x", 401],
  ["/api/v2/openapi.json", 200],
  ["/.well-known/security.txt", 200],
] as const;

test.each(addresses)("%s (%d) has nosniff, HSTS and exactly one security policy", async (path, status) => {
  const answer = await ask(path);
  expect(answer.status).toBe(status);
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  expect(answer.headers.get("strict-transport-security")).toMatch(/^max-age=31536000/);
  // Exactly one policy: browsers enforce several together.
  if (!path.startsWith("/api/v2/"))
    expect(answer.headers.get("content-security-policy")).toMatch(/^default-src 'none'[^,]*frame-ancestors 'none'[^,]*$/);
});

test("a page that gives access to an account or an invoice sends no referrer, also with a trailing slash", async () => {
  for (const path of ["/set-password?token=x", "/set-password/?token=x", "/genuine", "/genuine/", link]) {
    expect([path, (await ask(path)).headers.get("referrer-policy")]).toEqual([path, "no-referrer"]);
  }
  for (const path of ["/genuine", "/genuine/", link]) {
    const policy = (await ask(path)).headers.get("content-security-policy");
    // Exactly its own policy, because a second one would block its styles.
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^,]*$/);
  }
});

test("visitors cannot make the server fetch an image, and a password is never read from an address", async () => {
  for (const path of [
    "/_next/image?url=/api/ready&w=64&q=75",
    "/_next/image?url=/favicon.ico&w=64&q=75",
    "/api/auth/callback/credentials?email=a&password=b",
  ]) {
    expect([path, (await ask(path)).status]).toEqual([path, 404]);
  }
});

test.each([
  ["http://evil.example/sign-in", "portal.example", 400],
  ["http://evil.example/api/v2/invoices/x", "portal.example", 400],
  ["http://portal.example/api/v2/invoices/x", "portal.example", 401],
  ["http://127.0.0.1:1/api/v2/invoices/x", "127.0.0.1:1", 401],
])("the whole address %s with Host %s is answered with %d, and leads nowhere else", async (address, hostHeader, status) => {
  const { port } = new URL(host.baseUrl);
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connectSocket(Number(port), "127.0.0.1");
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk;
    });
    socket.on("close", () => resolve(text));
    socket.on("error", reject);
    socket.write(`GET ${address} HTTP/1.1\r\nHost: ${hostHeader}\r\nConnection: close\r\n\r\n`);
  });
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(answer).not.toMatch(/^location:/im);
});

test("security.txt names the contact, and how long it is valid", async () => {
  const text = await (await ask("/.well-known/security.txt")).text();
  expect(text).toContain("Contact: mailto:security@portal.example\n");
  expect(Date.parse(/^Expires: (.*)$/m.exec(text)?.[1] ?? "")).toBeGreaterThan(Date.now());
});

test("browsers' reports are logged without the address of the page, and other bodies are dropped", async () => {
  const report = (body: unknown) =>
    ask("/api/csp-reports", { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/reports+json" } });
  const violation = {
    effectiveDirective: "script-src-elem",
    blockedURL: "https://evil.example/a.js?secret-query",
    documentURL: `https://portal.example${link}`,
  };
  for (const body of [null, {}, [{}], [{ body: { effectiveDirective: 1 } }], "x".repeat(20_000)])
    expect((await report(body)).status).toBe(204);
  expect((await report([{ type: "csp-violation", body: violation }])).status).toBe(204);
  await expect.poll(readLog).toContain('"directive":"script-src-elem","blocked":"https://evil.example","page":"/i"');
  expect(readLog()).not.toContain(link);
  expect(readLog()).not.toContain("secret-query");
});

test("a page that fails is logged with its stack, without parts of its address", async () => {
  const owner = connect(ownerUrl, { max: 1 });
  await owner.db.execute(sql`alter table user_tokens rename to hidden_tokens`);
  const answer = await ask("/set-password?token=a-live-token");
  await owner.db.execute(sql`alter table hidden_tokens rename to user_tokens`);
  await owner.close();
  expect(answer.status).toBe(500);
  await expect.poll(readLog).toContain('"msg":"page failed"');
  const line =
    readLog()
      .split("\n")
      .find((text) => text.includes('"msg":"page failed"')) ?? "";
  expect(JSON.parse(line)).toMatchObject({ method: "GET", route: "/set-password", err: { stack: expect.stringContaining("\n    at ") } });
  expect(line).not.toContain("a-live-token");
});

test("every request is logged under the id in its answer, without anything that grants access", async () => {
  for (const [path, route] of [
    [link, "/i/*"],
    ["/api/trpc/session.me,companies.names?batch=1", "/api/trpc/session.me,companies.names"],
    ["/set-password?token=another-live-token", "/set-password"],
    ["/api/export/invoices", "/api/export/invoices"],
    [`/api/v2/invoices/${"0".repeat(40)}`, "/api/v2/invoices/*"],
  ] as const) {
    const answer = await ask(path, { headers: { "X-Request-Id": `of-${path.length}` } });
    await answer.arrayBuffer();
    expect([path, answer.headers.get("x-request-id")]).toEqual([path, `of-${path.length}`]);
    const lineOf = () =>
      readLog()
        .split("\n")
        .find((text) => text.includes(`"request_id":"of-${path.length}"`)) ?? "{}";
    await expect
      .poll(() => JSON.parse(lineOf()))
      .toMatchObject({ route, status: answer.status, duration_ms: expect.any(Number), msg: "request" });
  }
  for (const secret of [link.slice(3), "another-live-token"]) expect(readLog()).not.toContain(secret);
});

test("the simulated bank refuses other sites before it looks for the payment, and answers 404 to any form for an unknown one", async () => {
  const decide = (headers: Record<string, string>, body: string) =>
    ask(`/simulated-bank/${"0".repeat(48)}/decision`, { method: "POST", headers, body });
  const form = { "Content-Type": "application/x-www-form-urlencoded" };
  expect((await decide({ ...form, "Sec-Fetch-Site": "cross-site" }, "decision=pay")).status).toBe(403);
  expect((await decide(form, "decision=pay")).status).toBe(404);
  expect((await decide({ "Content-Type": "application/json" }, "{}")).status).toBe(404);
});
