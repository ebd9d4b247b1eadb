import { and, asc, count, eq, gt } from "drizzle-orm";
import type { Database } from "@/db/client";
import { invoices } from "@/db/schema/invoices";
import type { Actor } from "@/server/actor";

/** Maximum number of external numbers that are found. */
const MOST_REPEATED = 100;

/**
 * Finds external numbers that several invoices of an import share, often because an invoice was sent twice; the first 100. The caller has
 * checked that the actor may see the import.
 */
export async function findRepeatedNumbers(db: Database, { partnerId }: Actor, importId: string): Promise<string[]> {
  const { externalInvoiceNumber } = invoices;
  const repeated = await db
    .select({ externalInvoiceNumber })
    .from(invoices)
    .where(and(eq(invoices.partnerId, partnerId), eq(invoices.importId, importId)))
    .groupBy(externalInvoiceNumber)
    .having(gt(count(), 1))
    .orderBy(asc(externalInvoiceNumber))
    .limit(MOST_REPEATED);
  return repeated.map((each) => each.externalInvoiceNumber);
}
