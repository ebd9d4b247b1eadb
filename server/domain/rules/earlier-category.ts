import { accountKey } from "@/server/domain/banking/british-account";
import type { PaymentCategory } from "./statement-list";

/** Facts of a payment that say for what it is. Amount in cents. */
interface Described {
  amountCents: number;
  /** The other party; empty if the bank names none. */
  name: string;
  iban: string;
  text: string;
}

/** A payment to which a person has given a category. */
export interface Categorized extends Described {
  category: PaymentCategory;
  /** The person's words, for `other` only. */
  categoryText: string | null;
  /** Whether the person wants it for later payments of this party as well. */
  categoryAlways: boolean;
}

/** A category with its words, as earlier payments have it. */
type EarlierCategory = Pick<Categorized, "category" | "categoryText">;

/** Minimum number of letters of a text that alone tells a category. */
const FEWEST_LETTERS = 6;

/**
 * Returns the category of a payment by payments that a person has categorised, latest first; null if these leave doubt. In this order:
 * - the latest one of the same party with the same text, because one party may pay for several purposes;
 * - the category that all of the same party have;
 * - the category that all with the same text have.
 *
 * Only payments in the same direction count. Digits in texts are not compared, so that "Rent 11/2026" is like "Rent 12/2026".
 */
export function categoryOfEarlier(payment: Described, categorized: readonly Categorized[]): EarlierCategory | null {
  const earlier = categorized.filter((each) => isAlike(payment, each));
  const ofParty = earlier.filter((each) => isSameParty(payment, each));
  const text = textKey(payment);
  const [latest] = ofParty.filter((each) => textKey(each) === text);
  if (latest) return latest;
  if (ofParty.length > 0) return agreed(ofParty);
  const letters = text.replace(/\P{L}/gu, "");
  return letters.length < FEWEST_LETTERS ? null : agreed(earlier.filter((each) => textKey(each) === text));
}

/**
 * Returns the category that a payment gets without a person: a person has said "always" for its party, and not for two categories. Otherwise
 * null. Payments whose bank names no party are of one party if they have the same text.
 */
export function categoryForAlways(payment: Described, categorized: readonly Categorized[]): EarlierCategory | null {
  const always = categorized.filter((each) => each.categoryAlways && isAlike(payment, each));
  const hasParty = payment.iban !== "" || payment.name !== "";
  return agreed(always.filter((each) => (hasParty ? isSameParty(payment, each) : isNameless(each) && textKey(each) === textKey(payment))));
}

/** Whether a category of this payment says something about the other: the money went the same way, and it is no duplicate. */
function isAlike(payment: Described, other: Categorized): boolean {
  return Math.sign(payment.amountCents) === Math.sign(other.amountCents) && other.category !== "duplicate";
}

/** Whether two payments have the same party: the same account, or the same name if an account is missing. */
function isSameParty(one: Described, other: Described): boolean {
  if (one.iban !== "" && other.iban !== "") return accountKey(one.iban) === accountKey(other.iban);
  return nameKey(one) !== "" && nameKey(one) === nameKey(other);
}

function isNameless({ name, iban }: Described): boolean {
  return name === "" && iban === "";
}

/** Replaces the name in payments of erased customers. */
const ERASED = "—";

function nameKey({ name }: Described): string {
  return name === ERASED ? "" : folded(name);
}

/** The words of a text without its digits and signs. */
function textKey({ text }: Described): string {
  return folded(text.replace(/[^\p{L}\p{M}]+/gu, " "));
}

function folded(text: string): string {
  return text.normalize("NFC").toLowerCase().trim().replace(/\s+/gu, " ");
}

/** Returns the one category that all have; null if there are none or several. */
function agreed(categorized: readonly EarlierCategory[]): EarlierCategory | null {
  const [first, ...others] = categorized;
  const isOne = others.every(({ category, categoryText }) => category === first?.category && categoryText === first.categoryText);
  return first && isOne ? first : null;
}
