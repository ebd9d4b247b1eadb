import { and, eq, isNotNull, isNull, or } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type DebitFile, debitFiles } from "@/db/schema/debit-files";
import { type Actor, visibleTo } from "@/server/actor";
import { DomainError } from "@/server/errors";

/** Locks a file of direct debits until the transaction ends. Throws `invalid_debit_file_id`. */
export async function lockDebitFile(tx: Database, actor: Actor, fileId: string): Promise<DebitFile> {
  const [file] = await tx.select().from(debitFiles).where(whereDebitFile(actor, fileId)).for("update");
  if (!file) throw new DomainError("invalid_debit_file_id");
  return file;
}

/** Condition: the file was not withdrawn, or the bank has it after all, as a person has stated. */
export const whereFileStands = or(isNull(debitFiles.withdrawnAt), isNotNull(debitFiles.foundAt));

/** Condition: this file, if the actor may see it. */
export function whereDebitFile(actor: Actor, fileId: string) {
  return and(visibleTo(actor, debitFiles), eq(debitFiles.id, fileId));
}
