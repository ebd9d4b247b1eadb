import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { invoices } from "@/db/schema/invoices";
import { env } from "@/server/env";
import { newId } from "@/server/platform/id";
import { swallowCommits } from "@/server/testing/commit-swallower";
import { givenImport, givenPartner } from "@/server/testing/given";
import { type Host, startProductionProcess } from "@/server/testing/hosts";
import { sizeOf } from "@/server/testing/size-of";

const folder = mkdtempSync(join(tmpdir(), "ics-crash-"));
let survivor: Host;

beforeAll(async () => {
  survivor = await startApi(env().DATABASE_URL);
});

afterAll(async () => {
  await survivor.stop();
  rmSync(folder, { recursive: true });
});

/** Starts a process of the role `api`. Its database is migrated already. */
function startApi(databaseUrl: string): Promise<Host> {
  return startProductionProcess(folder, { DATABASE_URL: databaseUrl, RATE_LIMIT: "0" }, ["--only", "api"]);
}

const KILLS = sizeOf({ small: 6, large: 20 });
// One per core.
const VICTIMS_AT_ONCE = 2;

test("kill -9 between commit and answer, repeatedly: a retry with the same key finds the one effect", {
  timeout: 300_000,
}, async () => {
  const partner = await givenPartner();
  const { id: importId } = await givenImport(partner);

  for (let killed = 0; killed < KILLS; killed += VICTIMS_AT_ONCE) {
    await Promise.all(Array.from({ length: VICTIMS_AT_ONCE }, () => dieBetweenCommitAndAnswer(partner.apiKey, importId)));
  }

  const created = await db.select({ number: invoices.externalInvoiceNumber }).from(invoices).where(eq(invoices.importId, importId));
  expect(created).toHaveLength(KILLS);
  expect(new Set(created.map(({ number }) => number)).size).toBe(KILLS);
});

async function dieBetweenCommitAndAnswer(apiKey: string, importId: string): Promise<void> {
  const way = await swallowCommits(env().DATABASE_URL, "open_import");
  const victim = await startApi(way.url);
  const request = createRequest(apiKey, importId);

  const answer = fetch(`${victim.baseUrl}/api/v2/invoices`, request).then(
    async (response) => `${response.status} ${await response.text()}`,
    () => "lost",
  );
  await Promise.race([way.swallowed, answer]);
  victim.kill();
  expect(await answer, "no answer before the commit").toBe("lost");
  way.close();

  const retry = await fetch(`${survivor.baseUrl}/api/v2/invoices`, request);
  expect(retry.status).toBe(200);
  expect(retry.headers.get("idempotency-replayed")).toBe("true");
}

function createRequest(apiKey: string, importId: string): RequestInit {
  const key = newId();
  return {
    method: "POST",
    headers: { Authorization: `ApiKey ${apiKey}`, "Content-Type": "application/json", "Idempotency-Key": key },
    body: JSON.stringify({
      import_id: importId,
      external_invoice_number: key,
      customer: { name: { last_name: "Brandsma" }, email: { email_address: "ada@members.example" } },
      invoice_lines: [{ amount_cents: 100 }],
      amount_total_cents: 100,
    }),
  };
}
