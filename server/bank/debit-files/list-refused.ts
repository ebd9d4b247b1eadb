import { and, asc, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { debitFiles } from "@/db/schema/debit-files";
import { type Debit, debits } from "@/db/schema/debits";
import { withdrawnDebits } from "@/db/schema/withdrawn-debits";
import { type Actor, visibleTo } from "@/server/actor";
import { isRejectedAtBank } from "@/server/domain/rules/debit-verdict";
import { getCompany } from "@/server/tenancy/companies/find-company";

/** Debits of a file that the bank refuses for one reason, which wait for a person. */
interface RefusedDebits extends Pick<Debit, "reasonCode" | "reasonText"> {
  fileId: string;
  count: number;
  /** Time of the bank's report, by the bank's clock. */
  saidAt: Date;
  /** Whether other debits of the file are not refused. */
  isPart: boolean;
}

/** A file of which a person has withdrawn some debits, because the bank refused them, while others are still in it. */
interface PartlyWithdrawnFile {
  fileId: string;
  /** Number of debits that were withdrawn and are in no file, or in another one. */
  count: number;
}

/** Files of a company about which the bank has said that it does not take them, or a part of them. */
export interface Refusals {
  refused: RefusedDebits[];
  /** Files that debits have left because the bank refused them. */
  left: PartlyWithdrawnFile[];
}

/** Returns what the bank refuses of a company's files. Throws `invalid_company_id`. */
export async function listRefused(db: Database, actor: Actor, companyId: string): Promise<Refusals> {
  await getCompany(db, actor, companyId);
  const { status, reportStatus, reasonCode, reasonText, reportedAt } = debits;
  const ofCompany = and(visibleTo(actor, debitFiles), eq(debitFiles.companyId, companyId));
  const rows = await db
    .select({
      fileId: debitFiles.id,
      debitsCount: debitFiles.debitsCount,
      status,
      reportStatus,
      reasonCode,
      reasonText,
      saidAt: sql`max(${reportedAt})`.mapWith(reportedAt),
      count: sql`count(*)`.mapWith(Number),
    })
    .from(debits)
    .innerJoin(debitFiles, and(eq(debitFiles.partnerId, debits.partnerId), eq(debitFiles.id, debits.fileId)))
    .where(and(ofCompany, eq(status, "at_bank"), eq(reportStatus, "rejected")))
    .groupBy(debitFiles.id, debitFiles.debitsCount, status, reportStatus, reasonCode, reasonText)
    .orderBy(asc(debitFiles.id), asc(reasonCode), asc(reasonText));
  // A file that was withdrawn and found counts only if debits have left it because the bank refused them.
  const whereHasRest = or(isNull(debitFiles.withdrawnAt), and(isNotNull(debitFiles.foundAt), isNotNull(withdrawnDebits.refusedAt)));
  const left = await db
    .select({ fileId: debitFiles.id, count: sql`count(*)`.mapWith(Number) })
    .from(debitFiles)
    .innerJoin(withdrawnDebits, and(eq(withdrawnDebits.partnerId, debitFiles.partnerId), eq(withdrawnDebits.fileId, debitFiles.id)))
    .innerJoin(debits, and(eq(debits.partnerId, debitFiles.partnerId), eq(debits.id, withdrawnDebits.debitId)))
    .where(and(ofCompany, whereHasRest, sql`${debits.fileId} is distinct from ${debitFiles.id}`))
    .groupBy(debitFiles.id)
    .orderBy(asc(debitFiles.id));
  const refused = rows.filter(isRejectedAtBank);
  const countOf = (fileId: string) => refused.filter((row) => row.fileId === fileId).reduce((sum, { count }) => sum + count, 0);
  return {
    refused: refused.map(({ fileId, debitsCount, reasonCode: code, reasonText: text, saidAt, count }) => ({
      fileId,
      reasonCode: code,
      reasonText: text,
      saidAt,
      count,
      isPart: countOf(fileId) < debitsCount,
    })),
    left,
  };
}
