import { isDuplicateReason, type ReportStatus } from "@/server/domain/banking/report-codes";

/** A payment of a file for the bank, as it stands and as the bank's latest report has it. */
export interface ReportedItem {
  status: "ordered" | "paid" | "returned" | "cancelled" | "rejected";
  reportStatus: ReportStatus | null;
  reasonCode: string | null;
}

/**
 * A report that disagrees with what is recorded, so that a person must ask the bank. `paid`: it was booked, but the report rejects it.
 * `ended`: it was taken out or rejected, but the report accepts it. `duplicate`: the report rejects it as sent twice, so the first one
 * counts. `executed`: it rejects what an earlier report had executed.
 */
export type PayoutContradiction = "paid" | "ended" | "duplicate" | "executed";

export function contradictionOf({ status, reportStatus, reasonCode }: ReportedItem): PayoutContradiction | null {
  if (reportStatus === "rejected") {
    if (status === "paid") return "paid";
    if (status === "ordered") return isDuplicateReason(reasonCode ?? "") ? "duplicate" : "executed";
  }
  const isAccepted = reportStatus === "accepted" || reportStatus === "executed";
  return isAccepted && (status === "cancelled" || status === "rejected") ? "ended" : null;
}

/** Whether a report that rejects the payment ends it, so that its money is owed again. */
export function isEndedByRejection({ status, reportStatus }: ReportedItem, reasonCode: string): boolean {
  return status === "ordered" && reportStatus !== "executed" && !isDuplicateReason(reasonCode);
}
