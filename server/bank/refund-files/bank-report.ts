import type { ReportMeaning } from "@/server/domain/banking/report-codes";

/** Status of a file or payment in a bank's report, and its reason. */
export interface BankVerdict extends ReportMeaning {
  /** An ISO 20022 code or the bank's own word; empty if none is given. */
  reasonCode: string;
  reasonText: string;
}

/** One payment in a bank's report. */
export interface ReportedPayment {
  line: number;
  /** Empty if the report does not name it. */
  endToEndId: string;
  /** Amount of the payment in cents; null if the report does not repeat it. */
  amountCents: number | null;
  /** Null if the report has no status of this payment. */
  verdict: BankVerdict | null;
}

/** Payments of one part of the file, which the bank may accept or reject as a whole. */
export interface ReportedPart {
  /** Id of the part; empty if the report does not name it. */
  id: string;
  verdict: BankVerdict | null;
  payments: ReportedPayment[];
}

/** A bank's report about a file of payments (pain.002). */
export interface BankReport {
  line: number;
  /** The bank's id of the report. */
  messageId: string;
  /** Time at which the bank made the report, in ISO 8601, such as `2026-11-26T08:15:00.000Z`. Without an offset, it is the time of the bank's country. */
  saidAt: string;
  /** Message id of the file that the report is about. */
  fileId: string;
  /** Line of `fileId`. */
  fileLine: number;
  verdict: BankVerdict | null;
  parts: ReportedPart[];
}
