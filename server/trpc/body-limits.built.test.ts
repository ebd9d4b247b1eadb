import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { wire } from "@/server/domain/formats/wire";
import { env } from "@/server/env";
import { givenPartner } from "@/server/testing/given";
import { givenMember } from "@/server/testing/given-person";
import { givenSession } from "@/server/testing/given-session";
import { type Host, startProductionProcess, TEST_SECRET } from "@/server/testing/hosts";

// Limits on bodies of the portal's procedures, in a built service, where Next knows the session.

const folder = mkdtempSync(join(tmpdir(), "ics-bodies-"));
let host: Host;
let cookie: string;

beforeAll(async () => {
  const { DATABASE_URL } = env();
  const ownerUrl = Object.assign(new URL(inject("adminUrl")), { pathname: new URL(DATABASE_URL).pathname }).href;
  host = await startProductionProcess(folder, { DATABASE_URL, MIGRATION_DATABASE_URL: ownerUrl }, ["--only", "pages"]);
  const { person } = await givenMember(await givenPartner());
  cookie = `next-auth.session-token=${await givenSession(person, TEST_SECRET)}`;
}, 60_000);

afterAll(async () => {
  await host.stop();
  rmSync(folder, { recursive: true });
});

test.each([
  ["nobody", "session.requestPasswordReset", 3, 200],
  ["nobody", "session.requestPasswordReset", 5, 400],
  ["nobody", "bulkJobs.start", 5, 401],
  ["a member", "tickets.reply", 60, 400],
  ["a member", "tickets.reply", 65, 413],
  ["a member", "bulkJobs.start,tickets.reply?batch=1", 65, 413],
  ["a member", "bulkJobs.start", 1_000, 400],
  ["a member", "bulkJobs.start", 1_025, 413],
])("%s asks %s with %d kB: %d", async (who, procedures, kilobytes, status) => {
  const headers = { "Content-Type": "application/json", ...(who === "nobody" ? {} : { Cookie: cookie }) };
  const fields = { email: "nobody@members.example", text: "x".repeat(kilobytes * 1024) };
  const body = JSON.stringify(wire.serialize(fields));
  expect((await fetch(`${host.baseUrl}/api/trpc/${procedures}`, { method: "POST", headers, body })).status).toBe(status);
});
