import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { companies } from "@/db/schema/companies";
import { debitFiles } from "@/db/schema/debit-files";
import type { Actor } from "@/server/actor";
import { bankFileName } from "@/server/domain/banking/bank-file-name";
import { DomainError } from "@/server/errors";
import { whereDebitFile } from "./find-debit-file";

/** Returns the name of a file's download, without its extension. Throws `invalid_debit_file_id`. */
export async function nameDebitFile(db: Database, actor: Actor, fileId: string): Promise<string> {
  const [file] = await db
    .select({ id: debitFiles.id, companyName: companies.name, createdAt: debitFiles.createdAt })
    .from(debitFiles)
    .innerJoin(companies, and(eq(companies.partnerId, debitFiles.partnerId), eq(companies.id, debitFiles.companyId)))
    .where(whereDebitFile(actor, fileId));
  if (!file) throw new DomainError("invalid_debit_file_id");
  return bankFileName("debits", file);
}
