import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { imports } from "@/db/schema/imports";
import { invoices } from "@/db/schema/invoices";
import type { Actor } from "@/server/actor";
import { whereImport } from "@/server/billing/imports/find-import";
import { importDueOn } from "@/server/billing/imports/import-due-on";
import { sumOutstanding } from "@/server/billing/imports/outstanding";
import { findRepeatedNumbers } from "@/server/billing/imports/repeated-numbers";
import { countInvoicesByFact, type FactCounts } from "@/server/billing/invoices/count-invoices-by-fact";
import { DomainError } from "@/server/errors";

/** State of an import's collection. */
export interface ImportCollection {
  importId: string;
  /** Due day of the import's invoices, such as `2026-11-20`; null if not transmitted. */
  dueOn: string | null;
  counts: FactCounts;
  /** Sums of the import's invoices, in cents. */
  billedCents: number;
  outstandingCents: number;
  /** External numbers that several of the import's invoices share; the first 100. */
  repeatedNumbers: string[];
}

/** Returns the state of an import's collection, from one snapshot. Throws `invalid_import_id`. */
export function describeImportCollection(db: Database, actor: Actor, importId: string): Promise<ImportCollection> {
  return db.transaction(
    async (tx) => {
      const [dueOn, counts, sums, repeatedNumbers] = await Promise.all([
        findDueOn(tx, actor, importId),
        countInvoicesByFact(tx, actor, { importId }),
        sumInvoices(tx, actor, importId),
        findRepeatedNumbers(tx, actor, importId),
      ]);
      return { importId, dueOn, counts, ...sums, repeatedNumbers };
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}

async function findDueOn(db: Database, actor: Actor, importId: string): Promise<string | null> {
  const [found] = await db.select({ dueOn: importDueOn }).from(imports).where(whereImport(actor, importId));
  if (!found) throw new DomainError("invalid_import_id");
  return found.dueOn;
}

async function sumInvoices(
  db: Database,
  { partnerId }: Actor,
  importId: string,
): Promise<Pick<ImportCollection, "billedCents" | "outstandingCents">> {
  const summed = await db
    .select({
      billedCents: sql`coalesce(sum(${invoices.amountBilledCents}), 0)`.mapWith(Number),
      outstandingCents: sql`coalesce(${sumOutstanding}, 0)`.mapWith(Number),
    })
    .from(invoices)
    .where(and(eq(invoices.partnerId, partnerId), eq(invoices.importId, importId)));
  return only(summed);
}
