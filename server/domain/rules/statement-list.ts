import { transactionTabs } from "./transaction-tabs";

/** Purposes of payments that have nothing to do with invoices, and need no text. */
export const plainCategories = [
  "bank_fees",
  "interest",
  "salaries",
  "rent",
  "insurance",
  "energy",
  "fundraising",
  "donations",
  "subsidies",
  "own_transfers",
  "duplicate",
] as const;
export type PlainCategory = (typeof plainCategories)[number];

/** All categories. `other` needs a text that says the purpose. */
export const paymentCategories = [...plainCategories, "other"] as const;
export type PaymentCategory = (typeof paymentCategories)[number];

/** Maximum length of the text of the category `other`, in characters. */
export const CATEGORY_TEXT_LENGTH = 60;

/** Maximum length of the reason for which a statement is withdrawn, in characters. */
export const LONGEST_WITHDRAWAL_REASON = 2_000;

/**
 * Outcomes of the entries of a statement: the desk's tabs, `repeated` for entries that count in another statement, and `withdrawn` for the
 * others of a withdrawn statement.
 */
export const entryOutcomes = [...transactionTabs, "repeated", "withdrawn"] as const;
export type EntryOutcome = (typeof entryOutcomes)[number];

/** Filter by category; `none`: payments without an invoice that have no category yet. */
export const categoryFilters = [...paymentCategories, "none"] as const;
export type CategoryFilter = (typeof categoryFilters)[number];

/**
 * Whether a statement's list with these filters shows only the part of each payment that its outcome is about (`countedCents`). Otherwise
 * it shows the bank's amounts, which add up to the statement's.
 */
export function showsCounted({ outcome, category }: { outcome: EntryOutcome | null; category: CategoryFilter | null }): boolean {
  return category !== null || (outcome !== null && outcome !== "repeated" && outcome !== "withdrawn");
}

/** Orders of a statement's list. `place`: the order of the file, which some banks begin with the newest entry. `day`: the booking day. */
export const entrySorts = ["place", "day", "name", "amount"] as const;
export type EntrySort = (typeof entrySorts)[number];
