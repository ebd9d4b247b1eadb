import type { BankTransaction } from "@/db/schema/bank-transactions";
import { CATEGORY_TEXT_LENGTH, type PaymentCategory } from "@/server/domain/rules/statement-list";
import { DomainError } from "@/server/errors";

/** The purpose of a payment, as a person says it. */
export interface SaidCategory {
  /** Null: none. */
  category: PaymentCategory | null;
  /** Purpose in the person's words, for `other` only. */
  text: string | null;
  /** Whether later payments of the same party get the category by themselves. Absent: no. */
  always?: boolean;
}

/**
 * Returns the category as it is stored. Throws `invalid_category` if `other` has no text, another category has one, the text is too long, or no
 * category or `duplicate` is said for always.
 */
export function readCategory({
  category,
  text,
  always = false,
}: SaidCategory): Pick<BankTransaction, "category" | "categoryText" | "categoryAlways"> {
  const categoryText = text?.trim() || null;
  const isLong = (categoryText?.length ?? 0) > CATEGORY_TEXT_LENGTH;
  if ((category === "other") !== (categoryText !== null) || isLong) throw new DomainError("invalid_category");
  if (always && (category === null || category === "duplicate")) throw new DomainError("invalid_category");
  return { category, categoryText, categoryAlways: always };
}
