import { and, asc, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type DebitReport, debitFiles, debitReports } from "@/db/schema/debit-files";
import { debitFileWarnings } from "@/db/schema/debit-warnings";
import { type Debit, debits } from "@/db/schema/debits";
import type { Actor } from "@/server/actor";
import { batchIdOf } from "@/server/bank/debit-files/batch-id";
import { findDoubled, mailOfDoubled } from "@/server/bank/debit-files/find-doubled";
import type { BankReport, BankVerdict } from "@/server/bank/refund-files/bank-report";
import { findApprovers } from "@/server/billing/approvals/find-approvers";
import { mailAboutDebits, mailAboutDoubledFiles, mailAboutRefusedDebits } from "@/server/billing/approvals/mail-approvers";
import { painIdOf } from "@/server/domain/banking/pain-elements";
import { dayAt } from "@/server/domain/formats/calendar";
import {
  contradictionOf,
  countUnknown,
  type DebitInFile,
  isEndedByReport,
  isRefusedAfterBooking,
  isRejectedAtBank,
  isVerdictReplaced,
  type VerdictScope,
  verdictsOf,
} from "@/server/domain/rules/debit-verdict";
import { recordEvent } from "@/server/platform/audit/record-event";
import { clock } from "@/server/platform/clock";
import { newId } from "@/server/platform/id";
import { type FailedDebit, MOST_NAMED } from "./failed-debit";
import type { ReportedDebitFile } from "./find-reported-debit-file";
import { lockDebits, lockInvoicesOfDebits } from "./lock-debits";
import { rejectDebits } from "./reject-debits";
import { matchSumsAgain } from "./settle-sum";
import { takeReportOnWithdrawn } from "./take-report-on-withdrawn";

/** Effect of a bank's report on a file of direct debits, as counts of its debits. */
export interface TakenDebitReport extends Pick<DebitReport, "status"> {
  debitFileId: string;
  companyId: string;
  companyName: string;
  /** Time when the file was made. */
  madeAt: Date;
  /** Time of the report by the bank's clock. */
  saidAt: Date;
  /** Debits that this report ended: their invoices are asked for again. */
  rejected: number;
  /** The first of them. */
  rejectedDebits: FailedDebit[];
  /** Debits that wait for a person, because the bank refuses their file or batch. */
  refused: number;
  /** Debits about which the report disagrees with what is recorded. */
  contradicted: number;
  /** Debits in the report that the file does not contain. */
  unknown: number;
}

/**
 * Applies a bank's report to a file of direct debits. Rejected debits end: their payments have failed, and customers are told. If the bank
 * refuses a whole file or batch for a reason of the file's, nothing ends, and people are mailed (`isEndedByReport`): a person withdraws the
 * debits, or ends them. Books nothing. Changes no debit that a statement has booked or returned, and ignores what another report has replaced.
 * People are also mailed if the report disagrees with what is recorded, or is about a withdrawn file of which nobody has decided that the bank
 * has it. Taking the same report again changes nothing.
 */
export async function takeDebitReport(
  tx: Database,
  actor: Actor,
  { file, companyName }: ReportedDebitFile,
  report: BankReport,
  fileId: string,
): Promise<TakenDebitReport> {
  const { partnerId, id: debitFileId, companyId } = file;
  const saidAt = new Date(report.saidAt);
  const before = await findDebits(tx, file);
  const ids = before.map(({ id }) => id);
  const endingIds = answersIn(report, saidAt, before)
    .filter(isEnding)
    .map(({ debit }) => debit.id);
  await lockInvoicesOfDebits(tx, actor, endingIds);
  // After the invoices and before the debits, as where a file is withdrawn.
  const [locked] = await tx
    .select({ withdrawnAt: debitFiles.withdrawnAt, foundAt: debitFiles.foundAt })
    .from(debitFiles)
    .where(and(eq(debitFiles.partnerId, partnerId), eq(debitFiles.id, debitFileId)))
    .for("update");
  const { debits: inFile } = await lockDebits(tx, actor, ids, endingIds);
  const partsOf = new Map(inFile.map(({ debit, parts }) => [debit.id, parts]));
  const contained = inFile.map(({ debit }) => debit).filter((debit) => debit.fileId === debitFileId);

  const taken = answersIn(report, saidAt, contained);
  await recordAnswers(tx, partnerId, saidAt, taken);
  const rejected = taken
    .filter(isEnding)
    .map(({ debit, verdict }) => ({ debit, parts: partsOf.get(debit.id) ?? [], code: codeOf(verdict) }));
  await rejectDebits(tx, actor, rejected);
  const status = report.verdict?.status ?? null;
  await tx
    .insert(debitReports)
    .values({
      ...{ partnerId, id: newId(), debitFileId, fileId, messageId: report.messageId, saidAt, status, receivedAt: clock.now(actor) },
      ...(status === "rejected" && { reasonCode: codeOf(report.verdict) || null, reasonText: report.verdict?.reasonText || null }),
    })
    .onConflictDoNothing();
  if (rejected.length > 0) await matchSumsAgain(tx, file);
  // Once a person has decided that the bank has the file, it is one as any other.
  const isFileWithdrawn = locked?.withdrawnAt != null && locked.foundAt === null;
  const withdrawn = await takeReportOnWithdrawn(tx, actor, { ...file, isWithdrawn: isFileWithdrawn }, report);
  const refused = taken.filter((answer) => isRejectedAtBank(answered(answer.debit, answer.verdict)) && !isEnding(answer));

  const isUndecided = isFileWithdrawn && status !== "rejected" && !withdrawn.isBeforeRefusal;
  const isWithdrawn = isUndecided || (!isFileWithdrawn && withdrawn.heldCount > 0);
  const contradicted = taken.filter(({ debit, verdict }) => contradictionOf(answered(debit, verdict)) !== null);
  const refusedLate = taken.filter(({ debit, verdict, isOwn }) => isRefusedAfterBooking(answered(debit, verdict), { isOwn }));
  const isNew =
    contradicted.some(({ debit, verdict }) => contradictionOf(debit) !== contradictionOf(answered(debit, verdict))) ||
    refusedLate.some(({ debit }) => !isRefusedAfterBooking(debit, { isOwn: debit.isReportOwn }));
  const isNewlyRefused = refused.some(({ debit }) => !isRejectedAtBank(debit));
  if (isNew || isWithdrawn || isNewlyRefused) {
    const readers = await findApprovers(tx, actor, companyId, NO_PERSON);
    const pair = isWithdrawn && (await findDoubled(tx, partnerId, [debitFileId])).find(({ earlierId }) => earlierId === debitFileId);
    if (pair) {
      await mailAboutDoubledFiles(tx, mailOfDoubled(pair, { companyId, company: companyName }), readers);
      // Otherwise the same mail follows (server/desk/news/mail-open-file.ts).
      const told = { partnerId, fileId: debitFileId, need: "named", toldOn: dayAt(clock.now(actor)) } as const;
      await tx.insert(debitFileWarnings).values(told).onConflictDoNothing();
    }
    if (isNew || (isWithdrawn && !pair)) await mailAboutDebits(tx, { companyId, company: companyName }, readers);
    if (isNewlyRefused) await mailAboutRefusedDebits(tx, { companyId, company: companyName }, readers);
  }
  await recordEvent(tx, actor, "debits_reported", {
    about: `company:${companyId}`,
    after: { file: debitFileId, report: report.messageId, status, rejected: rejected.length, refused: refused.length },
  });
  return {
    ...{ debitFileId, companyId, companyName, madeAt: file.createdAt, saidAt, status, rejected: rejected.length, refused: refused.length },
    rejectedDebits: taken.filter(isEnding).slice(0, MOST_NAMED).map(asFailed),
    contradicted: isUndecided ? file.debitsCount : contradicted.length + refusedLate.length + (isWithdrawn ? withdrawn.heldCount : 0),
    unknown: countUnknown(report, [...contained.map(asInFile), ...withdrawn.left]),
  };
}

/** Passed to `findApprovers` as the author, so that it finds everybody who decides about money. */
const NO_PERSON = "system";

/** A debit, and the verdict of a report about it. */
interface Answer extends VerdictScope {
  debit: Debit;
  verdict: BankVerdict;
}

function findDebits(tx: Database, { partnerId, id }: ReportedDebitFile["file"]): Promise<Debit[]> {
  return tx
    .select()
    .from(debits)
    .where(and(eq(debits.partnerId, partnerId), eq(debits.fileId, id)))
    .orderBy(asc(debits.id));
}

/** Returns what the report states about these debits, which are all of the file, except what another report has replaced. */
function answersIn(report: BankReport, saidAt: Date, inFile: readonly Debit[]): Answer[] {
  const verdictOn = verdictsOf(report, inFile.map(asInFile));
  return inFile.flatMap((debit) => {
    const found = verdictOn(asInFile(debit));
    return found?.verdict.status && !isVerdictReplaced(debit, saidAt, found) ? [{ debit, ...found }] : [];
  });
}

/** Returns a debit's ids and amount in its file. The constraint `debits_in_file_whole` (db/schema/debits.ts) keeps these values complete. */
function asInFile({ id, endToEndId, fileId, fileCents, collectOn, scheme, sequenceType }: Debit): DebitInFile {
  if (fileId === null || fileCents === null || scheme === null || sequenceType === null) throw new Error(`Debit ${id} is in no file`);
  const messageId = painIdOf(fileId);
  return { endToEndId, messageId, batchId: batchIdOf(messageId, { collectOn, scheme, sequenceType }), amountCents: fileCents };
}

function codeOf(verdict: BankVerdict | null): string {
  return verdict?.status === "rejected" ? verdict.reasonCode : "";
}

function answered({ status }: Debit, verdict: BankVerdict) {
  return { status, reportStatus: verdict.status, reasonCode: codeOf(verdict) };
}

function asFailed({ debit: { id, holder, fileCents }, verdict }: Answer): FailedDebit {
  return { id, holder, amountCents: fileCents ?? 0, reasonCode: codeOf(verdict) || null, reasonText: verdict.reasonText || null };
}

const isEnding = ({ debit, verdict, ...scope }: Answer) => isEndedByReport(answered(debit, verdict), scope);

/** Stores what a report states about debits. The reason of a debit that was rejected or went back before stays. */
async function recordAnswers(tx: Database, partnerId: string, saidAt: Date, answers: readonly Answer[]): Promise<void> {
  if (answers.length === 0) return;
  const rows = answers.map(({ debit: { id }, verdict, isOwn }) => ({
    ...{ id, status: verdict.status, is_own: isOwn, code: codeOf(verdict) || null },
    reason: verdict.status === "rejected" ? verdict.reasonText || null : null,
  }));
  await tx.execute(sql`update debits d set report_status = n.status, reported_at = ${saidAt.toISOString()}, is_report_own = n.is_own,
      reason_code = case when d.status = 'returned' or d.status = 'rejected' and n.status <> 'rejected' then d.reason_code else n.code end,
      reason_text = case when d.status = 'returned' or d.status = 'rejected' and n.status <> 'rejected' then d.reason_text else n.reason end
    from json_to_recordset(${JSON.stringify(rows)}::json) n (id text, status debit_report_status, is_own boolean, code text, reason text)
    where d.partner_id = ${partnerId} and d.id = n.id`);
}
