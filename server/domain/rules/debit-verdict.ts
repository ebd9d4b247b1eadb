import { isDuplicateReason, type ReportMeaning, type ReportStatus } from "@/server/domain/banking/report-codes";

/** Statement of a report about a file, a batch or a debit. */
interface Verdict extends ReportMeaning {
  reasonCode: string;
}

/** A report about a file of direct debits (pain.002), by the elements that name a batch or a debit. */
export interface ReportOnDebits<Stated extends Verdict> {
  /** Verdict of the whole file. */
  verdict: Stated | null;
  parts: readonly { id: string; verdict: Stated | null; payments: readonly ReportedDebit<Stated>[] }[];
}

interface ReportedDebit<Stated> {
  endToEndId: string;
  /** In cents; null if the report does not repeat it. */
  amountCents: number | null;
  verdict: Stated | null;
}

/** A debit in the file, with the ids by which a report may name it. */
export interface DebitInFile {
  endToEndId: string;
  batchId: string;
  /** Message id of the file. */
  messageId: string;
  amountCents: number;
}

/**
 * Returns the verdict of a report about one debit: its own, otherwise its batch's, otherwise the file's. Of a file or batch that was accepted
 * in part, only the listed debits have one. Null: none.
 */
export function verdictOn<Stated extends Verdict>(report: ReportOnDebits<Stated>, debit: DebitInFile): Stated | null {
  const own = report.parts.flatMap(({ payments }) => payments).findLast((payment) => isAbout(payment, debit))?.verdict;
  if (own) return own.status === "partly" ? null : own;
  const batches = report.parts.filter(({ id }) => [debit.batchId, debit.messageId].some((each) => isSame(each, id)));
  const whole = batches.findLast(({ verdict }) => verdict)?.verdict ?? report.verdict;
  return whole?.status === "partly" ? null : whole;
}

/** Whether a payment in a report is this debit. */
export function isAbout({ endToEndId, amountCents }: Omit<ReportedDebit<unknown>, "verdict">, debit: DebitInFile): boolean {
  return isSame(endToEndId, debit.endToEndId) && (amountCents === null || amountCents === debit.amountCents);
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** A debit's recorded status, and its status and reason in the bank's latest report. */
export interface AnsweredDebit {
  status: "planned" | "at_bank" | "booked" | "rejected" | "returned" | "cancelled";
  reportStatus: ReportStatus | null;
  reasonCode: string | null;
}

/** Whether a report that rejects the debit ends it. One that was sent twice is rejected as a copy, and the first one counts. */
export function isEndedByReport({ status, reportStatus, reasonCode }: AnsweredDebit): boolean {
  return status === "at_bank" && reportStatus === "rejected" && !isDuplicateReason(reasonCode ?? "");
}

/**
 * A report that disagrees with what is recorded, so that a person must ask the bank. `duplicate`: it rejects the debit as sent twice.
 * `ended`: it accepts a debit that the bank had rejected.
 */
export type DebitContradiction = "duplicate" | "ended";

/**
 * Returns how the latest report disagrees with a debit; null: it agrees. A rejection of a booked debit is no disagreement: a statement
 * follows, which takes the money back.
 */
export function contradictionOf({ status, reportStatus, reasonCode }: AnsweredDebit): DebitContradiction | null {
  if (reportStatus === "rejected") return status === "at_bank" && isDuplicateReason(reasonCode ?? "") ? "duplicate" : null;
  return status === "rejected" && (reportStatus === "accepted" || reportStatus === "executed") ? "ended" : null;
}
