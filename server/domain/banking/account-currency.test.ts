import { expect, test } from "vitest";
import { knownCurrencies, possibleCurrencies, presumedCurrency } from "./account-currency";

test.each([
  ["CHF", [], ["CHF"], ["CHF", "EUR"], "CHF"],
  ["EUR", [], ["EUR"], ["EUR"], "EUR"],
  ["CHF", ["CHF"], ["CHF"], ["CHF", "EUR"], "CHF"],
  ["CHF", ["USD"], ["USD"], ["CHF", "USD", "EUR"], "USD"],
  ["CHF", ["EUR"], ["EUR"], ["CHF", "EUR"], "EUR"],
  ["CHF", ["EUR", "USD"], ["EUR", "USD"], ["CHF", "EUR", "USD"], "CHF"],
])(
  "of a company in %s, an account with statements in %j is known to be in %j, may be in %j, and is presumed to be in %s",
  (currency, statementCurrencies, known, possible, presumed) => {
    const account = { currency, statementCurrencies };
    expect(knownCurrencies(account)).toEqual(known);
    expect(possibleCurrencies(account)).toEqual(possible);
    expect(presumedCurrency(account)).toBe(presumed);
  },
);
