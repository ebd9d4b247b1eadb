import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { and, eq, isNull } from "drizzle-orm";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { db } from "@/db/client";
import { bulkJobItems, bulkJobs } from "@/db/schema/bulk-jobs";
import { changes } from "@/db/schema/changes";
import { invoiceLines } from "@/db/schema/invoice-lines";
import { env } from "@/server/env";
import { givenImport, givenInvoice, givenPartner } from "@/server/testing/given";
import { givenMember } from "@/server/testing/given-person";
import { type Host, startProductionProcess } from "@/server/testing/hosts";
import { getBulkJob } from "./get-bulk-job";
import { startBulkJob } from "./start-bulk-job";

// The production process works on everybody's jobs, and large ones of other tests would take their turns before this one.
beforeAll(async () => {
  await db.update(bulkJobs).set({ finishedAt: new Date() }).where(isNull(bulkJobs.finishedAt));
});

const INVOICES = 400;
const DEATHS = 6;

test("kill -9 in the middle of a job, again and again: each invoice is done exactly once, in order", { timeout: 240_000 }, async () => {
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
    const victim = await startWorking(folder);
    onTestFinished(() => victim.kill());
    await vi.waitFor(async () => expect((await progress()).doneCount).toBeGreaterThan(doneCount), { timeout: 30_000, interval: 1 });
    victim.kill();
    await untilItsConnectionsEnd(id);
    expect(await outOfOrder(id)).toEqual([]);
    await db.update(bulkJobs).set({ leasedUntil: null }).where(eq(bulkJobs.id, id));
  }
  expect((await progress()).leftCount).toBeGreaterThan(0);
  const survivor = await startWorking(folder);
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

/** A process of background work alone, on the worker's database. */
function startWorking(folder: string): Promise<Host> {
  return startProductionProcess(folder, { DATABASE_URL: env().DATABASE_URL }, ["--only", "work"]);
}

/** The database finishes the statement before it notices that its client is gone. */
async function untilItsConnectionsEnd(jobId: string): Promise<void> {
  const next = db
    .select({ position: bulkJobItems.position })
    .from(bulkJobItems)
    .where(and(eq(bulkJobItems.jobId, jobId), isNull(bulkJobItems.outcome)))
    .orderBy(bulkJobItems.position)
    .limit(1)
    .for("update");
  await db.transaction((tx) => tx.execute(next));
}

/** What is done although something before it is not. */
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
