import type { BankTransaction } from "@/db/schema/bank-transactions";
import type { PayoutItem } from "@/db/schema/payouts";
import { isIban, isPointer } from "@/server/bank/statements/mt940/identifiers";
import { accountKey } from "@/server/domain/banking/british-account";
import { isCalledReturn, saysReturn } from "@/server/domain/banking/entry-kinds";
import { toSepaText } from "@/server/domain/banking/sepa-text";
import { addDays } from "@/server/domain/formats/calendar";

/** Facts of an entry by which it may be a refund of the company's own. */
export type FittedMoney = Pick<
  BankTransaction,
  "amountCents" | "bookedOn" | "isReversal" | "returnReason" | "iban" | "name" | "text" | "references" | "endToEndId"
>;

/** Facts of a payment in a refund file. */
export interface FittedItem extends Pick<PayoutItem, "name" | "iban" | "amountCents" | "text" | "endToEndId"> {
  /** Day on which the file was first downloaded. */
  handedOutOn: string;
}

/** How an entry fits a payment of a refund file whose id it does not name in the field for end-to-end ids. */
export interface RefundFit {
  /**
   * Facts by which the entry fits:
   * - `id`: the id stands in the text;
   * - `account`: the payee's account;
   * - `words`: the payee's name and the text for the payee;
   * - `few_words`: the text for the payee and a part of the name; a person must confirm it;
   * - `hint`: only the text for the payee, only the name, or the account within the text of outgoing money; a person decides, and other fits go
   *   before it.
   */
  by: "id" | "account" | "words" | "few_words" | "hint";
  /** Whether the text for the payee, or the id, is in the entry. */
  hasText: boolean;
  /** Whether the entry says that money came back. */
  isReturn: boolean;
}

/** Maximum number of days from the download until an entry that may be the payment or its return. */
const MOST_DAYS = 90;

/**
 * Returns how an entry fits a payment of a refund file; undefined if the entry is of another amount, account or payment, or outside the days in
 * which it can be expected. An account that is not an IBAN says nothing.
 */
export function refundFit(money: FittedMoney, item: FittedItem): RefundFit | undefined {
  if (Math.abs(money.amountCents) !== item.amountCents) return undefined;
  // The bank's day may differ from the service's by one.
  const [firstDay, lastDay] = [addDays(item.handedOutOn, -1), addDays(item.handedOutOn, MOST_DAYS)];
  if (money.bookedOn < firstDay || money.bookedOn > lastDay) return undefined;
  if (money.endToEndId !== "" && !isPointer(money.endToEndId)) return undefined;
  const written = inCapitals([...money.references, money.text].join(" "));
  const isMarked = money.isReversal || money.returnReason !== "";
  // Outgoing money that the bank marks as a return, or whose text calls it one, is a customer's payment that went back.
  const isCalledSo = isCalledReturn(money) && !saysReturn(item.text);
  if (money.amountCents < 0 && (isMarked || isCalledSo)) return undefined;
  const hasText = hasWords(written, inCapitals(item.text));
  const isReturn = isMarked || (hasText && saysReturn(money.text));
  if (written.replaceAll(" ", "").includes(item.endToEndId.toUpperCase())) return { by: "id", hasText: true, isReturn };
  if (accountKey(money.iban) === accountKey(item.iban)) return { by: "account", hasText, isReturn };
  // In a return, some banks name the account of the payee's bank, so a different IBAN then proves nothing.
  const isOtherAccount = isIban(money.iban) && !isReturn;
  if (isOtherAccount) return undefined;
  const hint = money.amountCents < 0 && hasHint(money, item, hasText) ? ({ by: "hint", hasText, isReturn } as const) : undefined;
  if (!hasText) return hint;
  const named = wordsNamed(`${inCapitals(money.name)} ${written}`, inCapitals(item.name));
  if (named === "all") return { by: "words", hasText: true, isReturn };
  // Incoming money that names only a part may be a customer's payment of an amount that was refunded before, under the same number.
  return named === "some" && money.amountCents < 0 ? { by: "few_words", hasText: true, isReturn } : hint;
}

/** Whether outgoing money without the payee's account names the account in its text, the whole text for the payee, or the whole name. */
function hasHint(money: FittedMoney, item: FittedItem, hasText: boolean): boolean {
  const written = inCapitals(`${money.name} ${money.references.join(" ")} ${money.text}`);
  const name = inCapitals(item.name);
  const hasAccount = written.replaceAll(" ", "").includes(item.iban);
  return hasText || hasAccount || (name.includes(" ") && wordsNamed(written, name) === "all");
}

/** Returns the only item, or of several the only one whose text is in the entry; otherwise undefined. Hints count only without other fits. */
export function onlyFit<Item extends { fit: RefundFit }>(items: readonly Item[]): Item | undefined {
  const strong = items.filter(({ fit }) => fit.by !== "hint");
  const fitting = strong.length > 0 ? strong : items;
  const [found, ...more] = fitting.length > 1 ? fitting.filter(({ fit }) => fit.hasText) : fitting;
  return more.length === 0 ? found : undefined;
}

/** Returns a text as it is written for SEPA banks, in capitals, with blanks for everything but letters and digits. */
function inCapitals(text: string): string {
  return toSepaText(text)
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, " ")
    .trim();
}

/** Minimum number of characters of a text that banks carry. */
const SURE_LENGTH = 35;
/** Minimum length of a text that is looked for: shorter ones occur in too many entries. */
const LEAST_LENGTH = 3;

/** Whether a text contains another one as whole words, at least as far as banks carry it. */
function hasWords(text: string, wanted: string): boolean {
  // Without the last word, which may be cut off.
  const sure = wanted.length > SURE_LENGTH ? wanted.slice(0, SURE_LENGTH).replace(/ \S*$/, "") : wanted;
  return sure.length >= LEAST_LENGTH && ` ${text} `.includes(` ${sure} `);
}

/** Returns whether all words of a name, some of them or none are in a text. */
function wordsNamed(text: string, name: string): "all" | "some" | "none" {
  const words = name.split(" ").filter((word) => word.length > 1);
  const found = new Set(text.split(" "));
  const count = words.filter((word) => found.has(word)).length;
  if (count === 0) return "none";
  return count === words.length ? "all" : "some";
}
