import { expect, test } from "vitest";
import { accountOfStatement, type StatementAccount } from "./find-statement-accounts";
import type { StatementHead } from "./statement";

const account = (iban: string): StatementAccount => ({
  companyId: "C",
  bankAccountId: iban,
  iban,
  currency: "EUR",
  statementCurrencies: [],
  companyName: "Club",
  holder: "Club",
  isClosed: false,
});
const triodos = account("NL43TRIO0310002190");
const danish = account("DK7430000003100231");
const german = account("DE75504000000031000225");
const british = account("GB29NWBK60161331926819");

const head = (named: string): StatementHead => ({
  line: 2,
  family: "mt940",
  id: "1",
  account: named,
  currency: "EUR",
  openingCents: 0,
  openingOn: "2026-11-09",
});

test.each([
  ["TRIODOSBANK/0310002190", triodos],
  ["DABADKKK/3100231", danish],
  ["TRIONL2U/0310002190EUR", triodos],
  ["50400000/0031000225", german],
  ["50400000/31000225", german],
  ["601613/31926819", british],
  ["0310002190", triodos],
])("%s is the account of its IBAN", (named, right) => {
  expect(accountOfStatement([german, triodos, danish, british], head(named))).toBe(right);
});

test("another bank's code, or a number that is too short, is no account's", () => {
  for (const named of ["50400001/0031000225", "TRIODOSBANK/2190", "TRIODOSBANK/0310002191"]) {
    expect(() => accountOfStatement([german, triodos], head(named))).toThrow(expect.objectContaining({ reason: "unknown_account" }));
  }
});

test("a number that is the end of two accounts is refused, also after a bank's name", () => {
  const other = account("NL44INGB0310002190");
  for (const named of ["TRIODOSBANK/0310002190", "0310002190"]) {
    expect(() => accountOfStatement([triodos, other], head(named))).toThrow(expect.objectContaining({ reason: "several_accounts" }));
  }
});

test("of two companies with the same account, the one that has not closed it gets the statement", () => {
  const closed = { ...triodos, companyId: "D", bankAccountId: "closed", isClosed: true };
  expect(accountOfStatement([closed, triodos], head(triodos.iban))).toBe(triodos);
  expect(accountOfStatement([closed], head(triodos.iban))).toBe(closed);
});
