import { and, eq, isNotNull, or, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { companies } from "@/db/schema/companies";
import { type DebitFile, debitFiles } from "@/db/schema/debit-files";
import { type Actor, visibleTo } from "@/server/actor";
import type { BankReport } from "@/server/bank/refund-files/bank-report";
import { isNotProvided } from "@/server/bank/refund-files/find-reported-file";
import { mayNameDebitFile, SHARED_LENGTH, sharedIdOf } from "./file-ids";

/** A file of direct debits that a bank's report is about, and its company's name. */
export interface ReportedDebitFile {
  file: DebitFile;
  companyName: string;
}

/**
 * Finds the file of direct debits that a report names, among those that the actor may see and that do not wait for a second person. If the
 * bank does not name the file, the ids of its batches do. A withdrawn file is found as well: a report about it shows that the bank has it.
 */
export async function findReportedDebitFile(
  db: Database,
  actor: Actor,
  { fileId, parts }: BankReport,
): Promise<ReportedDebitFile | undefined> {
  const named = isNotProvided(fileId) ? parts.map(({ id }) => id) : [fileId];
  const [sharedId, ...others] = new Set(named.filter(mayNameDebitFile).map(sharedIdOf));
  if (sharedId === undefined || others.length > 0) return undefined;
  const isApproved = or(eq(debitFiles.needsApproval, false), isNotNull(debitFiles.approvedAt));
  const [found] = await db
    .select({ file: debitFiles, companyName: companies.name })
    .from(debitFiles)
    .innerJoin(companies, and(eq(companies.partnerId, debitFiles.partnerId), eq(companies.id, debitFiles.companyId)))
    .where(and(visibleTo(actor, debitFiles), isApproved, sql`right(${debitFiles.id}, ${SHARED_LENGTH}) = ${sharedId}`));
  return found;
}
