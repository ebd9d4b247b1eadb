import { describe, expect, test } from "vitest";
import { csvAmount, csvRow } from "./csv";

describe("no cell can become a formula:", () => {
  test.each([
    ["=1+1", `"'=1+1"`],
    ["+31 6 1234", `"'+31 6 1234"`],
    ["-cmd|' /C calc'!A0", `"'-cmd|' /C calc'!A0"`],
    ["@SUM(A1)", `"'@SUM(A1)"`],
    ["\t=1+1", `"' =1+1"`],
    ["\r=1+1", `"' =1+1"`],
    ["\n=1+1", `"' =1+1"`],
    ["  =1+1", `"'  =1+1"`],
    ['"=1+1"', `"'""=1+1"""`],
    ["'=1+1", `"''=1+1"`],
    ["“=1+1”", `"'“=1+1”"`],
    ["«-1»+1", `"'«-1»+1"`],
    ["\u00a0=1+1", `"'\u00a0=1+1"`],
    ["\u200b=1+1", `"'\u200b=1+1"`],
    ["\ufeff=1+1", `"'\ufeff=1+1"`],
    ["\u202e=1+1", `"'\u202e=1+1"`],
    ["＝1+1", `"'＝1+1"`],
    ["＋1+1", `"'＋1+1"`],
    ["－1+1", `"'－1+1"`],
    ["＠SUM(A1)", `"'＠SUM(A1)"`],
    ["﹣1+1", `"'﹣1+1"`],
    ["−1+1", `"'−1+1"`],
    ["-1-1", `"'-1-1"`],
    ["--1", `"'--1"`],
    ["Brandsma;=1+1", `"Brandsma;'=1+1"`],
    ["Brandsma, =1+1", `"Brandsma,' =1+1"`],
    ['Brandsma",=1+1,"', `"Brandsma"",'=1+1,"""`],
    ["Brandsma\r\n=1+1", `"Brandsma =1+1"`],
  ])("%j", (given, written) => {
    expect(csvRow([given], "de")).toBe(`${written}\r\n`);
    expect(csvRow([given], "en")).toBe(`${written}\r\n`);
  });
});

test("text that is not a formula stays unchanged", () => {
  expect(csvRow(["Ó Briain", "O’Sullivan-Smith", "a=b", "3 - 1", 'Say "yes"', "", null], "de")).toBe(
    `"Ó Briain";"O’Sullivan-Smith";"a=b";"3 - 1";"Say ""yes""";;\r\n`,
  );
});

test("numbers stay numbers, also below 0", () => {
  expect(csvRow([-1_250, 0, "-12,50", "-12.50", "100000042"], "nl")).toBe("-1250;0;-12,50;-12.50;100000042\r\n");
  expect(csvRow([-1_250, "-12,50", "-12.50"], "en")).toBe(`-1250,"-12,50",-12.50\r\n`);
});

test.each([
  ["de", ";", "-1234567,05"],
  ["fr", ";", "-1234567,05"],
  ["it", ";", "-1234567,05"],
  ["nl", ";", "-1234567,05"],
  ["en", ",", "-1234567.05"],
  ["de-CH", ";", "-1234567.05"],
  ["fr-CH", ";", "-1234567,05"],
  ["it-CH", ";", "-1234567.05"],
  ["en-CH", ";", "-1234567.05"],
  ["de-AT", ";", "-1234567,05"],
  ["en-IE", ",", "-1234567.05"],
])("as spreadsheets in %s read it", (locale, separator, amount) => {
  expect(csvRow([1, 2], locale)).toBe(`1${separator}2\r\n`);
  expect(csvAmount(-123_456_705, locale)).toBe(amount);
  expect(csvAmount(5, locale)).toBe(amount.includes(",") ? "0,05" : "0.05");
  expect(csvAmount(0, locale)).toBe(amount.includes(",") ? "0,00" : "0.00");
});
