import { addWorkingDays } from "@/server/domain/banking/bank-days";

/** Reasons of which people are told: by a mail for each file and reason, and on the home page. */
export const urgentNeeds = ["late", "due", "mandate_withdrawn", "unanswered", "named"] as const;
export type UrgentNeed = (typeof urgentNeeds)[number];

/**
 * Reason why a file of direct debits still needs a person.
 * - `in_time`: nobody has downloaded it, and the bank must have it after the next bank day.
 * - `due`: nobody has downloaded it, and the bank must have it by the next bank day.
 * - `late`: nobody has downloaded it, and the bank must have had it by now.
 * - `mandate_withdrawn`: it was downloaded, so that the bank may have it, and the payer of a debit has withdrawn the mandate since.
 * - `unanswered`: no statement shows what became of a debit (`isAnswerOverdue`).
 * - `named`: it was withdrawn, and the bank has named it since.
 */
export type DebitFileNeed = UrgentNeed | "in_time";

/**
 * Bank days after the collection within which a debit is answered: a payer's bank returns what it does not pay within five (rulebook of SEPA
 * Core direct debits, EPC016-06, section 4.3).
 */
export const DEBIT_ANSWER_DAYS = 5;

/** Whether a debit that is collected on a day, such as `2026-11-20`, should have been answered before `today`, by the days of TARGET. */
export function isAnswerOverdue(collectOn: string, today: string): boolean {
  return addWorkingDays(collectOn, DEBIT_ANSWER_DAYS, "target") < today;
}
