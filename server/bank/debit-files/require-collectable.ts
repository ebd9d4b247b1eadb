import type { Database } from "@/db/client";
import type { Actor } from "@/server/actor";
import { isDeskRanked, keepStatementsOut } from "@/server/billing/invoices/desk-gate";
import { DomainError } from "@/server/errors";
import { findOutdated } from "./find-outdated";

/**
 * Checks a file that nobody can have given to the bank yet. Throws `debit_file_outdated` if it may no longer collect one of its debits
 * (`findOutdated`). Throws `changed_meanwhile` while a statement is being stored or ranked, which may contain a payment for one of the invoices,
 * as `createDebitFiles` does.
 */
export async function requireCollectable(tx: Database, actor: Actor, fileId: string): Promise<void> {
  if (!(await keepStatementsOut(tx, actor.partnerId)) || !(await isDeskRanked(tx, actor.partnerId)))
    throw new DomainError("changed_meanwhile");
  if ((await findOutdated(tx, actor, [fileId])).length > 0) throw new DomainError("debit_file_outdated");
}
