import type { Database } from "@/db/client";
import { hasReader, readAs } from "@/db/row-security";

const shared = globalThis as typeof globalThis & { icsHasReader?: boolean };

/**
 * Reads in a transaction that sees this partner's rows alone, as a second lock beside the conditions of each statement. Where the database has no reader, as it is without one.
 */
export async function readAsPartner<Result>(db: Database, partnerId: string, work: (tx: Database) => Promise<Result>): Promise<Result> {
  if (!(await knowsReader(db))) return work(db);
  return db.transaction(
    async (tx) => {
      await readAs(tx, partnerId);
      return work(tx);
    },
    { accessMode: "read only" },
  );
}

/** The same from here to the end of a transaction that has begun. */
export async function seeOnly(tx: Database, partnerId: string): Promise<void> {
  if (await knowsReader(tx)) await readAs(tx, partnerId);
}

async function knowsReader(db: Database): Promise<boolean> {
  shared.icsHasReader ??= await hasReader(db);
  return shared.icsHasReader;
}
