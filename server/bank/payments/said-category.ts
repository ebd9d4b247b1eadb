import type { BankTransaction } from "@/db/schema/bank-transactions";
import { CATEGORY_TEXT_LENGTH, type PaymentCategory } from "@/server/domain/rules/statement-list";
import { DomainError } from "@/server/errors";

/** The purpose of a payment, as a person says it. */
export interface SaidCategory {
  /** Null: none. */
  category: PaymentCategory | null;
  /** Purpose in the person's words, for `other` only. */
  text: string | null;
}

/** Returns the category as it is stored. Throws `invalid_category` if `other` has no text, another category has one, or the text is too long. */
export function readCategory({ category, text }: SaidCategory): Pick<BankTransaction, "category" | "categoryText"> {
  const categoryText = text?.trim() || null;
  const isLong = (categoryText?.length ?? 0) > CATEGORY_TEXT_LENGTH;
  if ((category === "other") !== (categoryText !== null) || isLong) throw new DomainError("invalid_category");
  return { category, categoryText };
}
