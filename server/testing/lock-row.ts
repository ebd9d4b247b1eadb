import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import type { bankTransactions } from "@/db/schema/bank-transactions";
import type { invoices } from "@/db/schema/invoices";

/** Locks a row in a transaction that lasts until the returned function is called. */
export async function lockRow(table: typeof invoices | typeof bankTransactions, id: string): Promise<() => Promise<void>> {
  const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = db.transaction(async (tx) => {
    await tx.select({ id: table.id }).from(table).where(eq(table.id, id)).for("update");
    locked.resolve();
    await release.promise;
  });
  await Promise.race([locked.promise, holding]);
  return async () => {
    release.resolve();
    await holding;
  };
}
