import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { and, eq, isNull, sql } from "drizzle-orm";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { db } from "@/db/client";
import { bulkJobItems, bulkJobs } from "@/db/schema/bulk-jobs";
import { changes } from "@/db/schema/changes";
import { invoiceLines } from "@/db/schema/invoice-lines";
import { env } from "@/server/env";
import { givenImport, givenInvoice, givenPartner } from "@/server/testing/given";
import { givenMember } from "@/server/testing/given-person";
import { type Host, startProductionProcess } from "@/server/testing/hosts";
import { sizeOf } from "@/server/testing/size-of";
import { getBulkJob } from "./get-bulk-job";
import { startBulkJob } from "./start-bulk-job";

// The production process works on all jobs, so large ones left by other tests would get turns before this one.
beforeAll(async () => {
  await db.update(bulkJobs).set({ finishedAt: new Date() }).where(isNull(bulkJobs.finishedAt));
});

const INVOICES = sizeOf({ small: 200, large: 400 });
const DEATHS = sizeOf({ small: 2, large: 6 });
const VICTIM = "victim";

test("kill -9 in the middle of a job, repeatedly: each invoice is processed exactly once, in order", { timeout: 240_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "ics-bulk-"));
  const partner = await givenPartner();
  const { actor, person } = await givenMember(partner);
  const into = await givenImport(partner);
  for (let count = 0; count < INVOICES; count += 1) await givenInvoice(partner, { import: into, amountCents: 100 });
  const { id } = await startBulkJob(db, actor, person.id, {
    kind: "retract_invoices",
    selection: { filter: {} },
    expected: { count: INVOICES, amountCents: 100 * INVOICES },
    retraction: { creditNotePrefix: "C-", description: "Cancelled", retractionReason: null, showRetractionReasonToCustomer: false },
  });
  const progress = () => getBulkJob(db, actor, id);

  for (let death = 0; death < DEATHS; death += 1) {
    const { doneCount } = await progress();
    const victim = await startWorking(folder, VICTIM);
    onTestFinished(() => victim.kill());
    await vi
      .waitFor(async () => expect((await progress()).doneCount).toBeGreaterThan(doneCount), { timeout: 30_000, interval: 1 })
      .catch(async (error) => {
        throw new Error(`Nothing more is done: ${await describeState(id)}`, { cause: error });
      });
    expect(await connectionsOfVictim()).not.toHaveLength(0);
    victim.kill();
    await untilItsConnectionsEnd();
    expect(await outOfOrder(id)).toEqual([]);
    await db.update(bulkJobs).set({ leasedUntil: null }).where(eq(bulkJobs.id, id));
  }
  expect((await progress()).leftCount).toBeGreaterThan(0);
  const survivor = await startWorking(folder, "survivor");
  onTestFinished(() => survivor.kill());
  await vi.waitFor(async () => expect((await progress()).finishedAt).not.toBeNull(), { timeout: 60_000, interval: 100 });
  await survivor.stop();

  expect(await progress()).toMatchObject({ doneCount: INVOICES, refusedCount: 0, leftCount: 0 });
  const retracted = await db
    .select({ id: changes.recordId })
    .from(changes)
    .where(and(eq(changes.partnerId, partner.id), eq(changes.kind, "retracted")));
  expect(retracted).toHaveLength(INVOICES);
  expect(new Set(retracted.map((change) => change.id)).size).toBe(INVOICES);
  const credits = await db
    .select({ position: invoiceLines.position })
    .from(invoiceLines)
    .where(and(eq(invoiceLines.partnerId, partner.id), eq(invoiceLines.type, "CREDIT-LINE")));
  expect(credits).toHaveLength(INVOICES);
  rmSync(folder, { recursive: true });
});

/** A process of the role `work` alone, on the worker's database. */
function startWorking(folder: string, name: string): Promise<Host> {
  const url = new URL(env().DATABASE_URL);
  url.searchParams.set("application_name", name);
  return startProductionProcess(folder, { DATABASE_URL: url.href }, ["--only", "work"]);
}

function connectionsOfVictim() {
  return db.execute(sql`select pid from pg_stat_activity where application_name = ${VICTIM}`);
}

/** The job's lease and the database's activity, so that a failure shows why. */
async function describeState(jobId: string): Promise<string> {
  const leases = await db.execute(sql`select leased_until, now() from bulk_jobs where id = ${jobId}`);
  const activity = await db.execute(sql`
    select application_name, state, wait_event, xact_start, pg_blocking_pids(pid) as blocked_by, pid, left(query, 100) as query
    from pg_stat_activity where datname = current_database()`);
  return JSON.stringify({ leases, activity });
}

/** Waits until the database has finished the killed client's last statement, perhaps a claim of the job. */
function untilItsConnectionsEnd(): Promise<void> {
  return vi.waitFor(async () => expect(await connectionsOfVictim()).toHaveLength(0), { timeout: 30_000 });
}

/** Positions of items that are done although an earlier one is not. */
async function outOfOrder(jobId: string): Promise<number[]> {
  const rows = await db
    .select({ position: bulkJobItems.position, outcome: bulkJobItems.outcome })
    .from(bulkJobItems)
    .where(eq(bulkJobItems.jobId, jobId))
    .orderBy(bulkJobItems.position);
  const firstLeft = rows.findIndex(({ outcome }) => outcome === null);
  return rows
    .slice(firstLeft)
    .filter(({ outcome }) => outcome !== null)
    .map(({ position }) => position);
}
