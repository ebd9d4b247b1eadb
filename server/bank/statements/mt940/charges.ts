import type { StatementTransaction } from "../statement";
import type { EntryLine } from "./read-entry";

/** German code of an entry for a returned debit: 108 of a business, 109 of anybody. */
export const RETURNED_CODE = /^10[89](?!\d)/;

/** The first amount of a payment that went back: `/OCMT/EUR10,00/` behind `:61:`, `OAMT+10,00` in `:86:`. */
const FIRST_AMOUNT = /\/OCMT\/([A-Z]{3})(\d{1,13}),(\d{0,2})(?!\d)/;
const FIRST_AMOUNT_IN_TEXT = /(?:^|[^A-Z])OAMT\+\s*(\d{1,13}),(\d{0,2})(?!\d)/;

/**
 * Returns the charges, in cents, that the amount of a returned debit contains: what exceeds the debit's own amount. None if the entry is no
 * return: other outgoing payments state a first amount as well.
 */
export function chargesIn(
  { amountCents, isReversal, isReturned, supplement }: Pick<EntryLine, "amountCents" | "isReversal" | "isReturned" | "supplement">,
  text: string,
  narratives: readonly string[],
  currency: string,
): Pick<StatementTransaction, "chargesCents"> {
  const comesBack = isReversal || isReturned || narratives.some((narrative) => RETURNED_CODE.test(narrative));
  if (!comesBack || amountCents >= 0) return {};
  const [, of = "", euros = "", cents = ""] = FIRST_AMOUNT.exec(supplement) ?? [];
  const [, eurosInText = "", centsInText = ""] = FIRST_AMOUNT_IN_TEXT.exec(text) ?? [];
  const first = of === currency ? inCents(euros, cents) : inCents(eurosInText, centsInText);
  const chargesCents = -amountCents - first;
  return first > 0 && chargesCents > 0 ? { chargesCents } : {};
}

function inCents(whole: string, fraction: string): number {
  return Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
}
