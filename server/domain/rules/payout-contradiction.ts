import { isDuplicateReason, type ReportStatus } from "@/server/domain/banking/report-codes";

/** A payment of a payout: its recorded status, and its status and reason in the bank's latest report. */
export interface ReportedItem {
  status: "ordered" | "paid" | "returned" | "cancelled" | "rejected";
  reportStatus: ReportStatus | null;
  reasonCode: string | null;
}

/**
 * A report that disagrees with what is recorded, so that a person must ask the bank. `paid`: it was booked, but the report rejects it.
 * `ended`: it was taken out or rejected, but the report accepts it. `duplicate`: the report rejects it as sent twice, so the first one
 * counts. `executed`: the report rejects it, but an earlier report said that it was executed.
 */
export type PayoutContradiction = "paid" | "ended" | "duplicate" | "executed";

export function contradictionOf({ status, reportStatus, reasonCode }: ReportedItem): PayoutContradiction | null {
  if (reportStatus === "rejected") {
    if (status === "paid") return "paid";
    // Any other rejection ends the payment (`isEndedByRejection`), unless an earlier report said that it was executed.
    if (status === "ordered") return isDuplicateReason(reasonCode ?? "") ? "duplicate" : "executed";
  }
  const isAccepted = reportStatus === "accepted" || reportStatus === "executed";
  return isAccepted && (status === "cancelled" || status === "rejected") ? "ended" : null;
}

/** Whether a report that rejects the payment ends it, so that its money is owed again. */
export function isEndedByRejection({ status, reportStatus }: ReportedItem, reasonCode: string): boolean {
  return status === "ordered" && reportStatus !== "executed" && !isDuplicateReason(reasonCode);
}
