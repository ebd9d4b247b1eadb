import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { authSecrets, env } from "@/server/env";
import { mailboxToken } from "@/server/platform/mail/development-mailbox";
import { type Host, startProductionProcess } from "@/server/testing/hosts";

// A service for this machine only, as if PUBLIC_URL had been forgotten.

const folder = mkdtempSync(join(tmpdir(), "ics-local-"));
let host: Host;

beforeAll(async () => {
  const { DATABASE_URL } = env();
  const ownerUrl = Object.assign(new URL(inject("adminUrl")), { pathname: new URL(DATABASE_URL).pathname }).href;
  host = await startProductionProcess(folder, {
    DATABASE_URL,
    AUTH_SECRET: authSecrets()[0],
    MIGRATION_DATABASE_URL: ownerUrl,
    DEVELOPMENT_MAILBOX: "true",
  });
}, 60_000);

afterAll(async () => {
  await host.stop();
  rmSync(folder, { recursive: true });
});

test("it refuses everything that a proxy forwards, and logs the reason once", async () => {
  for (const path of ["/mailbox", "/sign-in", "/api/v2/invoices/x", "/api/trpc/session.me", "/api/health", "/i/x"]) {
    const answer = await fetch(`${host.baseUrl}${path}`, { headers: { Via: "1.1 proxy" } });
    expect([path, answer.status]).toEqual([path, 421]);
    expect((await fetch(`${host.baseUrl}${path}`)).status).not.toBe(421);
  }
  const log = readFileSync(join(folder, "production-process.log"), "utf8");
  expect(log.split("refusing requests that a proxy passed on")).toHaveLength(2);
});

test("its mailbox opens with the token printed at the start", async () => {
  const token = mailboxToken();
  expect(readFileSync(join(folder, "production-process.log"), "utf8")).toContain(`${host.baseUrl}/mailbox?token=${token}`);
  const read = async (path: string, headers = {}) => (await fetch(`${host.baseUrl}${path}`, { headers })).text();
  const asksForToken = expect.stringContaining('name="token"');
  expect(await read("/mailbox")).toEqual(asksForToken);
  expect(await read("/mailbox?token=wrong")).toEqual(asksForToken);
  expect(await read(`/mailbox?token=${token}`)).not.toEqual(asksForToken);
  expect(await read("/mailbox", { Cookie: `mailbox=${token}` })).not.toEqual(asksForToken);
});
