import type { Database } from "@/db/client";
import type { Actor } from "@/server/actor";
import { findReportedDebitFile, type ReportedDebitFile } from "@/server/bank/debits/find-reported-debit-file";
import type { BankReport } from "@/server/bank/refund-files/bank-report";
import { findReportedFile, type ReportedFile } from "@/server/bank/refund-files/find-reported-file";
import { clockZoneOf, momentAt } from "@/server/domain/formats/time-zone";
import type { ReadFile } from "./read-received-file";
import { StatementRefusal } from "./statement";

/** Maximum number of reports in one file. */
const MOST_REPORTS = 1_000;

/** A report about a refund file, or about a file of direct debits. */
type KnownReport = { report: BankReport } & ({ file: ReportedFile } | { debitFile: ReportedDebitFile });

/** Reports of a bank's file, earliest first, whose times have an offset. */
export interface KnownReports {
  known: KnownReport[];
  /** Ids of the files that other reports are about, as the bank writes them. */
  unknown: string[];
}

/**
 * Finds the refund files and files of direct debits that a bank's reports are about. Throws a `StatementRefusal` with `unknown_refund_file` if
 * the upload contains only reports about files that the actor cannot see, and with `too_many_reports` above 1,000.
 */
export async function findKnownReports(db: Database, actor: Actor, { statements, reports, parts }: ReadFile): Promise<KnownReports> {
  const found: KnownReports = { known: [], unknown: [] };
  if (reports === 0) return found;
  if (reports > MOST_REPORTS) throw new StatementRefusal("too_many_reports", 1, "file", `${reports}`);
  let first: BankReport | undefined;
  for await (const part of parts()) {
    if (part.kind !== "report") continue;
    const { report } = part;
    first ??= report;
    const file = await findReportedFile(db, actor, report);
    const debitFile = file ? undefined : await findReportedDebitFile(db, actor, report);
    if (file) found.known.push({ report: withOffset(report, file.payout), file });
    else if (debitFile) found.known.push({ report: withOffset(report, debitFile.file), debitFile });
    else found.unknown.push(report.fileId);
  }
  if (first && found.known.length === 0 && statements.length === 0) {
    throw new StatementRefusal("unknown_refund_file", first.fileLine, "OrgnlGrpInfAndSts/OrgnlMsgId", first.fileId.slice(0, 40));
  }
  found.known.sort((one, other) => (one.report.saidAt < other.report.saidAt ? -1 : 1));
  return found;
}

/** Returns the report with the moment at which it was made: a time without an offset is that of the country of the file's account. */
function withOffset(report: BankReport, { iban }: { iban: string }): BankReport {
  const { saidAt } = report;
  return { ...report, saidAt: saidAt.endsWith("Z") ? saidAt : momentAt(saidAt, clockZoneOf(iban.slice(0, 2))).toISOString() };
}
