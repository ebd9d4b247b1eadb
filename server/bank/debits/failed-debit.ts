import type { Debit } from "@/db/schema/debits";

/** A direct debit that the bank rejected or returned, as the result of an upload names it. Amount in cents. */
export interface FailedDebit extends Pick<Debit, "id" | "holder" | "reasonCode" | "reasonText"> {
  amountCents: number;
}

/** Maximum number of failed debits that a result names. */
export const MOST_NAMED = 10;
