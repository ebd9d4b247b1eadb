import type { Connection } from "@/db/client";
import { systemActor } from "../actor";
import { createCompany } from "../companies/create-company";
import { createImport } from "../imports/create-import";
import { transmitImport } from "../imports/transmit-import";
import { createInvoice } from "../invoices/create-invoice";
import { createPartner } from "../partners/create-partner";
import { interleave, ROUNDS } from "../testing/interleavings";
import { newCompany, newInvoiceFor } from "../testing/new-records";
import { withDatabase } from "./notification-setup";
import { print } from "./report";

// Whether anything but what is allowed comes of what happens to an invoice at once: each interleaving is four acts at the same moment, after which
// the books are checked.

const INTERLEAVINGS = Number(process.argv[3] ?? 10_000);
const INVOICES_AT_ONCE = 4;

await withDatabase(5 * INVOICES_AT_ONCE, measure);

async function measure({ db }: Connection): Promise<void> {
  const actor = systemActor(await createPartner(db, { name: "Northbank League" }));
  const company = await createCompany(db, actor, newCompany);
  const { id: importId } = await createImport(db, actor, { companyId: company.id, title: null, expectedInvoicesCount: null });
  const invoiceIds: string[] = [];
  while (invoiceIds.length * ROUNDS < INTERLEAVINGS) invoiceIds.push((await createInvoice(db, actor, newInvoiceFor(importId))).id);
  await transmitImport(db, actor, importId);

  const startedAt = Date.now();
  const outcomes = new Map<string, number>();
  const violations: string[] = [];
  const waiting = invoiceIds.entries();
  const work = async () => {
    for (const [seed, invoiceId] of waiting) {
      const interleaved = await interleave(db, actor, invoiceId, seed);
      violations.push(...interleaved.violations);
      for (const [outcome, count] of interleaved.outcomes) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + count);
    }
  };
  await Promise.all(Array.from({ length: INVOICES_AT_ONCE }, work));

  const seconds = Math.round((Date.now() - startedAt) / 1_000);
  print(
    [
      `${invoiceIds.length * ROUNDS} interleavings on ${invoiceIds.length} invoices in ${seconds} s: ${violations.length} violations`,
      ...[...outcomes].sort().map(([outcome, count]) => `${String(count).padStart(8)}  ${outcome}`),
      ...violations.slice(0, 20),
    ].join("\n"),
  );
  if (violations.length > 0) process.exitCode = 1;
}
