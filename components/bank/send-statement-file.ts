import type { RefusedRows, RefusedSum, StatementReason } from "@/server/bank/statements/statement";
import type { CsvQuestion, OfferedAccount } from "@/server/domain/banking/csv-layout";

/** A refused file, with the place of its error. */
export interface Refusal {
  reason: StatementReason;
  line: number;
  element: string;
  found: string;
  question?: CsvQuestion;
  sum?: RefusedSum;
  /** The account's currency, if the file names another one. */
  accountCurrency?: string;
  /** The account that the file names, if it cannot be used yet. */
  waiting?: OfferedAccount;
  rows?: RefusedRows;
}

/** The account that a person chose for a file that names none. `isSure`: also after signs against it. */
export interface ChosenAccount {
  iban: string;
  companyId: string;
  isSure: boolean;
}

/**
 * Sends a bank's file. `parameters` of the address: the account of a CSV file that names none, or the columns with which to preview it.
 * Returns the answer, or the code of the failure.
 */
export async function sendStatementFile<Answer>(
  file: File,
  parameters: Record<string, string>,
): Promise<{ answer: Answer } | { code: string; refusal: Refusal | undefined }> {
  try {
    const response = await fetch(`/api/bank-statements?${new URLSearchParams({ name: file.name, ...parameters })}`, {
      method: "POST",
      headers: { "Content-Type": "application/octet-stream" },
      body: file,
    });
    const answer = await response.json();
    return response.ok ? { answer } : { code: answer.error ?? "internal_error", refusal: answer.refusal };
  } catch {
    return { code: "not_reached", refusal: undefined };
  }
}
