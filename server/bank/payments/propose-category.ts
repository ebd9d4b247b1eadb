import type { Database } from "@/db/client";
import type { BankTransaction } from "@/db/schema/bank-transactions";
import type { Actor } from "@/server/actor";
import { shownText } from "@/server/bank/parties/shown-text";
import { type Categorized, categoryOfEarlier } from "@/server/domain/rules/earlier-category";
import { proposeCategory } from "@/server/domain/rules/propose-category";
import type { PaymentCategory } from "@/server/domain/rules/statement-list";
import { findEarlierCategories } from "./find-earlier-categories";

/** A category that is proposed for a payment, for a person to choose. */
export interface ProposedCategory {
  category: PaymentCategory;
  /** Words of the category `other`; otherwise null. */
  text: string | null;
  /** `earlier`: payments like this one have it. `words`: the payment's words state it. */
  because: "earlier" | "words";
}

type Described = Pick<BankTransaction, "amountCents" | "name" | "iban" | "text">;

/** Proposes a category by the company's earlier payments, or else by the payment's words; null where these leave doubt. */
export async function proposeCategoryFor(
  db: Database,
  actor: Actor,
  payment: Described & Pick<BankTransaction, "companyId">,
): Promise<ProposedCategory | null> {
  return categoryBy(await findEarlierCategories(db, actor, payment.companyId), payment);
}

/** Returns the proposal for a payment by these earlier payments of its company, or by its words. */
export function categoryBy(earlier: readonly Categorized[], payment: Described): ProposedCategory | null {
  const found = categoryOfEarlier(payment, earlier);
  if (found) return { category: found.category, text: found.categoryText, because: "earlier" };
  const category = proposeCategory({ ...payment, text: shownText(payment.text) });
  return category && { category, text: null, because: "words" };
}
