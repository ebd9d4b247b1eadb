import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { db } from "@/db/client";
import { uploadSlots } from "@/db/schema/upload-slots";
import { env } from "@/server/env";
import { newId } from "@/server/platform/id";
import { fromNewAddress } from "@/server/testing/addresses";
import { type GivenPartner, givenPartner } from "@/server/testing/given";
import { givenCustomer } from "@/server/testing/given-customer";
import { givenMember } from "@/server/testing/given-person";
import { givenSession } from "@/server/testing/given-session";
import { givenBankingCompany } from "@/server/testing/given-statement";
import { type Host, publicHost, startProductionProcess, TEST_SECRET } from "@/server/testing/hosts";
import { camtFile } from "@/server/testing/statement-files";

// Rate limits of each entrance for people, including Next.

const folder = mkdtempSync(join(tmpdir(), "ics-doors-"));
let host: Host;
let partner: GivenPartner;

beforeAll(async () => {
  const { DATABASE_URL } = env();
  const ownerUrl = Object.assign(new URL(inject("adminUrl")), { pathname: new URL(DATABASE_URL).pathname }).href;
  const database = { DATABASE_URL, MIGRATION_DATABASE_URL: ownerUrl };
  host = await startProductionProcess(folder, { ...publicHost, ...database, RATE_LIMIT_PER_ADDRESS: "3" }, ["--only", "pages"]);
  partner = await givenPartner();
}, 60_000);

afterAll(async () => {
  await host.stop();
  rmSync(folder, { recursive: true });
});

/** Counts the statuses of simultaneous requests. */
async function countStatuses(requests: number, ask: () => Promise<Response>): Promise<Record<number, number>> {
  const statuses = await Promise.all(Array.from({ length: requests }, async () => (await ask()).status));
  return Object.fromEntries([...new Set(statuses)].map((status) => [status, statuses.filter((other) => other === status).length]));
}

const ask = (path: string, headers: Record<string, string>, init: RequestInit = {}) =>
  fetch(`${host.baseUrl}${path}`, { ...init, headers: { ...init.headers, ...headers } });

const signedIn = async () => ({
  Cookie: `__Host-next-auth.session-token=${await givenSession((await givenMember(partner)).person, TEST_SECRET)}`,
});

test.each(["/sign-in", "/genuine", "/i/unknown", "/api/trpc/session.me", "/api/auth/csrf", "/api/export/invoices", "/nowhere"])(
  "an address gets %s thirty times in 10 s, and health at any time",
  async (path) => {
    const address = fromNewAddress();
    const counts = await countStatuses(35, () => ask(path, address));
    expect(counts[429]).toBe(5);
    expect(await countStatuses(40, () => ask("/api/health", address))).toEqual({ 200: 40 });
    expect((await ask(path, fromNewAddress())).status).not.toBe(429);
  },
);

test("a person may call 500 procedures in 10 s, over all addresses, without affecting another person", async () => {
  const cookie = await signedIn();
  const batch = Array(10).fill("session.me").join(",");
  const counts = await countStatuses(55, () => ask(`/api/trpc/${batch}?batch=1`, { ...cookie, ...fromNewAddress() }));
  expect(counts).toEqual({ 200: 50, 429: 5 });
  const refused = await ask("/api/trpc/session.me", { ...cookie, ...fromNewAddress() });
  expect(JSON.stringify(await refused.json())).toContain("rate_limited");
  expect((await ask("/api/trpc/session.me", { ...(await signedIn()), ...fromNewAddress() })).status).toBe(200);
});

test("a person can export ten times a minute", async () => {
  const cookie = await signedIn();
  const counts = await countStatuses(12, () => ask("/api/export/invoices", { ...cookie, ...fromNewAddress() }));
  expect(counts).toEqual({ 200: 10, 429: 2 });
});

test("a link's PDF can be drawn ten times a minute, separately for each link", async () => {
  const [one, other] = [await givenCustomer(partner), await givenCustomer(partner)];
  const counts = await countStatuses(12, () => ask(`/i/${one.secret}/pdf`, fromNewAddress()));
  expect(counts).toEqual({ 200: 10, 429: 2 });
  expect(await (await ask(`/i/${one.secret}/pdf`, fromNewAddress())).text()).toContain("Too many requests");
  expect((await ask(`/i/${one.secret}`, fromNewAddress())).status).toBe(200);
  expect((await ask(`/i/${other.secret}/pdf`, fromNewAddress())).status).toBe(200);
});

test("a bank's file is uploaded as raw bytes, neither as a form nor as JSON, at most two at a time", async () => {
  const { partner: club, iban } = await givenBankingCompany();
  const cookie = { Cookie: `__Host-next-auth.session-token=${await givenSession((await givenMember(club)).person, TEST_SECRET)}` };
  const file = camtFile([{ iban, entries: [{ cents: 700 }] }]);
  const send = (type: string, body = file) =>
    ask("/api/bank-statements?name=a", { ...cookie, ...fromNewAddress(), "Content-Type": type }, { method: "POST", body });
  for (const type of ["multipart/form-data; boundary=x", "application/json", "application/x-www-form-urlencoded"]) {
    expect((await send(type)).status).toBe(415);
  }
  expect((await send("application/octet-stream")).status).toBe(200);
  const endsAt = new Date(Date.now() + 60_000);
  await db.insert(uploadSlots).values([1, 2].map((slot) => ({ partnerId: club.id, slot, id: newId(), endsAt })));
  const third = await send("text/xml", `${file} `);
  expect([third.status, await third.json(), Number(third.headers.get("retry-after")) > 0]).toEqual([429, { error: "rate_limited" }, true]);
  expect(await (await send("text/xml")).json()).toMatchObject({ isRepeated: true });
});

test("requests by another site's page with a session are refused, as are bodies other than JSON", async () => {
  const cookie = await signedIn();
  const post = (headers: Record<string, string>) =>
    ask("/api/trpc/session.endAllSessions", { ...cookie, ...fromNewAddress(), ...headers }, { method: "POST" });
  expect((await post({ "Content-Type": "application/json", Origin: "https://evil.example" })).status).toBe(403);
  expect((await post({ "Content-Type": "application/json", Origin: "null" })).status).toBe(403);
  expect((await post({ "Content-Type": "multipart/form-data; boundary=x" })).status).toBe(415);
  expect((await post({ "Content-Type": "text/plain" })).status).toBe(415);
  expect((await ask("/api/trpc/session.me", { ...cookie, ...fromNewAddress() })).status).toBe(200);
  expect((await post({ "Content-Type": "application/json", Origin: publicHost.PUBLIC_URL })).status).toBe(200);
});
