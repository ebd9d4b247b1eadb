import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Connection, closeDatabase, connect } from "@/db/client";
import { startEmbeddedPostgres } from "@/db/embedded";
import { migrate } from "@/db/migrate";
import { systemActor } from "../actor";
import { createCompany } from "../companies/create-company";
import { forgetEnv } from "../env";
import { createImport } from "../imports/create-import";
import { transmitImport } from "../imports/transmit-import";
import { createInvoice } from "../invoices/create-invoice";
import { createPartner } from "../partners/create-partner";
import { interleave, ROUNDS } from "../testing/interleavings";
import { benchCompany, benchInvoice } from "./notification-data";
import { print, say } from "./report";

// Whether anything but what is allowed comes of what happens to an invoice at once: each interleaving is four acts at the same moment, after which
// the books are checked.

const INTERLEAVINGS = Number(process.argv[3] ?? 10_000);
const INVOICES_AT_ONCE = 4;

const folder = mkdtempSync(join(tmpdir(), "ics-bench-"));
const postgres = await startEmbeddedPostgres({ folder, onProgress: say });
try {
  await migrate(postgres.ownerUrl, postgres.appUrl);
  Object.assign(process.env, { DATABASE_URL: postgres.appUrl, ENCRYPTION_KEY: randomBytes(32).toString("hex"), LOG_LEVEL: "error" });
  forgetEnv();
  await measure(connect(postgres.appUrl, { max: 5 * INVOICES_AT_ONCE }));
} finally {
  await closeDatabase();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function measure({ db, close }: Connection): Promise<void> {
  const actor = systemActor(await createPartner(db, { name: "Northbank League" }));
  const company = await createCompany(db, actor, benchCompany);
  const { id: importId } = await createImport(db, actor, { companyId: company.id, title: null, expectedInvoicesCount: null });
  const invoiceIds: string[] = [];
  while (invoiceIds.length * ROUNDS < INTERLEAVINGS) invoiceIds.push((await createInvoice(db, actor, benchInvoice(importId))).id);
  await transmitImport(db, actor, importId);

  const startedAt = Date.now();
  const outcomes = new Map<string, number>();
  const violations: string[] = [];
  let next = 0;
  const work = async () => {
    for (let seed = next++; seed < invoiceIds.length; seed = next++) {
      const interleaved = await interleave(db, actor, invoiceIds[seed] ?? "", seed);
      violations.push(...interleaved.violations);
      for (const [outcome, count] of interleaved.outcomes) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + count);
    }
  };
  await Promise.all(Array.from({ length: INVOICES_AT_ONCE }, work));
  await close();

  const seconds = Math.round((Date.now() - startedAt) / 1_000);
  print(`${invoiceIds.length * ROUNDS} interleavings on ${invoiceIds.length} invoices in ${seconds} s: ${violations.length} violations`);
  for (const [outcome, count] of [...outcomes].sort()) print(`${String(count).padStart(8)}  ${outcome}`);
  for (const violation of violations.slice(0, 20)) print(violation);
  if (violations.length > 0) process.exitCode = 1;
}
