import { expect, test } from "vitest";
import { likelyAccount, preambleOf } from "./account-in-preamble";

const accounts = [
  { iban: "CH7609000000123456789" },
  { iban: "CH9300762011623852957" },
  { iban: "FR4720041010050500013M02606" },
  { iban: "FR7630003020190001640027012" },
];
const [post, ubs, postale, generale] = accounts;

test.each([
  ["an IBAN above the table", 'Konto:;="CH7609000000123456789"', post],
  ["an IBAN in groups", "Kontonummer:;0230 00123456.40;\nIBAN:;CH93 0076 2011 6238 5295 7;", ubs],
  ["a number in the file's name", "0500013M026_releve_2026-12-10.csv", postale],
  ["branch and number", '"0201900016400270";01/12/2026;10/12/2026;', generale],
  ["a day and other numbers", "export_20261211.csv 2026-12-11 0000000 12345", undefined],
  ["numbers of two accounts", "CH7609000000123456789 CH9300762011623852957", undefined],
  ["no number", "Kontoauszug.csv", undefined],
])("%s", (_, text, account) => {
  expect(likelyAccount([text], accounts)).toEqual(account);
});

test("an account that two companies share is not chosen for one of them", () => {
  expect(likelyAccount(["CH7609000000123456789"], [...accounts, { iban: "CH7609000000123456789" }])).toBeUndefined();
});

test("the only account that had files of this kind before is chosen, unless the file names another", () => {
  const offered = accounts.map((account) => ({ ...account, isUsual: account === ubs }));
  expect(likelyAccount(["export.csv"], offered)?.iban).toBe(ubs?.iban);
  expect(likelyAccount(["CH7609000000123456789"], offered)?.iban).toBe(post?.iban);
  const allUsual = accounts.map((account) => ({ ...account, isUsual: true }));
  expect(likelyAccount(["export.csv"], allUsual)).toBeUndefined();
});

test("only the lines above the table count, because rows contain other people's accounts", () => {
  const file = "Konto: 1\r\nDatum;Betrag;Empf\ufffdnger\r\n01.12.2026;5,00;CH93\r\n";
  expect(preambleOf(file, ["Datum", "Betrag", "Empfänger"])).toBe("Konto: 1");
  expect(preambleOf("Datum;Betrag\n01.12.2026;5,00", ["Datum", "Betrag"])).toBe("");
  expect(preambleOf("01.12.2026;5,00;CH93", ["Datum", "Betrag"])).toBe("");
});
