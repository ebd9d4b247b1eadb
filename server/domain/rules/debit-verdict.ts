import { isDuplicateReason, type ReportMeaning, type ReportStatus } from "@/server/domain/banking/report-codes";
import { isPayersReason } from "./debit-reasons";

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

/** Part of the file that a verdict is about. */
export interface VerdictScope {
  /** Whether the report lists the debit; otherwise the verdict is its batch's or its file's. */
  isOwn: boolean;
  /** Number of debits that the verdict is about. */
  debitsCount: number;
}

/** Verdict of a report about one debit. */
interface FoundVerdict<Stated> extends VerdictScope {
  verdict: Stated;
}

/**
 * Returns a function that looks up the verdict of a report about one debit: its own, otherwise its batch's, otherwise the file's. Null: the
 * report has none. In a file or batch that was accepted in part, only listed debits have a verdict. The report is read once, however many
 * debits it lists. `inFile`: all debits of the file.
 */
export function verdictsOf<Stated extends Verdict>(
  report: ReportOnDebits<Stated>,
  inFile: readonly DebitInFile[],
): (debit: DebitInFile) => FoundVerdict<Stated> | null {
  const inBatch = Map.groupBy(inFile, ({ batchId }) => batchId);
  const listed = Map.groupBy(
    report.parts.flatMap(({ payments }) => payments),
    ({ endToEndId }) => keyOf(endToEndId),
  );
  /** The last verdict of each batch, and its place in the report. */
  const batches = new Map<string, { verdict: Stated; place: number }>();
  for (const [place, { id, verdict }] of report.parts.entries()) if (verdict) batches.set(keyOf(id), { verdict, place });

  return (debit) => {
    const own = listed.get(keyOf(debit.endToEndId))?.findLast((payment) => isSameAmount(payment, debit))?.verdict;
    if (own) return own.status === "partly" ? null : { verdict: own, isOwn: true, debitsCount: 1 };
    const ofBatch = batches.get(keyOf(debit.batchId));
    // A report may name the file where the id of a batch belongs.
    const ofFile = batches.get(keyOf(debit.messageId));
    const isBatchLater = ofBatch !== undefined && (ofFile === undefined || ofBatch.place > ofFile.place);
    const later = isBatchLater ? ofBatch : ofFile;
    const whole = later?.verdict ?? report.verdict;
    if (!whole || whole.status === "partly") return null;
    return { verdict: whole, isOwn: false, debitsCount: isBatchLater ? (inBatch.get(debit.batchId)?.length ?? 0) : inFile.length };
  };
}

/** Counts the payments of a report that are none of these debits. */
export function countUnknown({ parts }: ReportOnDebits<Verdict>, debits: readonly DebitInFile[]): number {
  const known = Map.groupBy(debits, ({ endToEndId }) => keyOf(endToEndId));
  const isKnown = (payment: ReportedDebit<Verdict>) => known.get(keyOf(payment.endToEndId))?.some((debit) => isSameAmount(payment, debit));
  return parts.flatMap(({ payments }) => payments).filter((payment) => !isKnown(payment)).length;
}

/** Banks repeat ids in capitals. */
const keyOf = (id: string) => id.toLowerCase();

function isSameAmount({ amountCents }: ReportedDebit<unknown>, debit: DebitInFile): boolean {
  return amountCents === null || amountCents === debit.amountCents;
}

/** A debit's recorded status, and its status and reason in the bank's latest report. */
export interface AnsweredDebit {
  status: "planned" | "at_bank" | "booked" | "rejected" | "returned" | "cancelled";
  reportStatus: ReportStatus | null;
  reasonCode: string | null;
}

/**
 * Whether a report that rejects the debit ends it:
 * - The report does if it lists the debit, or rejects a file or batch with this debit alone for a reason of the payer's.
 * - Any other file or batch is refused because of itself, and a person decides.
 * - A rejection as a copy ends nothing, because the first of the two files counts.
 */
export function isEndedByReport(debit: AnsweredDebit, { isOwn, debitsCount }: VerdictScope): boolean {
  return isRejectedAtBank(debit) && (isOwn || (debitsCount === 1 && isPayersReason(debit.reasonCode)));
}

/**
 * Whether the bank rejects a debit that is recorded as at the bank, other than as a copy. Where this stays so, the file or batch was
 * refused, which has not ended the debit.
 */
export function isRejectedAtBank({ status, reportStatus, reasonCode }: AnsweredDebit): boolean {
  return status === "at_bank" && reportStatus === "rejected" && !isDuplicateReason(reasonCode ?? "");
}

/**
 * Whether a report refuses a file or batch for a reason of its own although a statement shows that the debit was collected: no statement follows
 * such a refusal.
 */
export function isRefusedAfterBooking(
  { status, reportStatus, reasonCode }: AnsweredDebit,
  { isOwn }: Pick<VerdictScope, "isOwn">,
): boolean {
  const isOfFile = !isOwn && !isDuplicateReason(reasonCode ?? "") && !isPayersReason(reasonCode);
  return status === "booked" && reportStatus === "rejected" && isOfFile;
}

/** The recorded report about a debit. */
export interface RecordedVerdict {
  reportStatus: ReportStatus | null;
  reasonCode: string | null;
  /** By the bank's clock. */
  reportedAt: Date | null;
  /** Whether the report lists the debit. */
  isReportOwn: boolean;
}

/**
 * Whether the recorded report about a debit counts, and not another one, which the bank made at `saidAt`. The newer one counts, with these
 * exceptions:
 * - A rejection as a copy does not count after another rejection.
 * - A report that lists the debit and rejects it counts in place of a newer one about its batch or file, unless that one says that the
 *   money was collected.
 */
export function isVerdictReplaced(
  recorded: RecordedVerdict,
  saidAt: Date,
  { verdict, isOwn }: Pick<FoundVerdict<Verdict>, "verdict" | "isOwn">,
): boolean {
  const { reportStatus, reasonCode, reportedAt, isReportOwn } = recorded;
  const wasRejected = reportStatus === "rejected" && !isDuplicateReason(reasonCode ?? "");
  const isDuplicate = isDuplicateReason(verdict.reasonCode);
  if (verdict.status === "rejected" && isDuplicate && wasRejected) return true;
  if (reportedAt === null) return false;
  const isOwnRejection = isOwn && verdict.status === "rejected" && !isDuplicate;
  if (isOwnRejection && !isReportOwn && reportStatus !== "executed") return false;
  if (isReportOwn && wasRejected && !isOwn && verdict.status !== "executed") return true;
  return saidAt < reportedAt;
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
