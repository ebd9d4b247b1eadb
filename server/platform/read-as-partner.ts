import type { Database } from "@/db/client";
import { hasReader, readAs } from "@/db/row-security";

const shared = globalThis as typeof globalThis & { icsHasReader?: boolean };

/**
 * Reads in a transaction that can see only this partner's rows, as a second protection in addition to each statement's conditions. If the
 * database has no reader role, reads without this protection.
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

/** Limits the rest of the current transaction to this partner's rows, if the database has a reader role. */
export async function seeOnly(tx: Database, partnerId: string): Promise<void> {
  if (await knowsReader(tx)) await readAs(tx, partnerId);
}

async function knowsReader(db: Database): Promise<boolean> {
  shared.icsHasReader ??= await hasReader(db);
  return shared.icsHasReader;
}
