import { expect, test } from "vitest";
import { newCheckCode, readCheckCode, spellCheckCode } from "./check-code";

test("a code has twelve symbols of 32, all of which occur, and no two are alike", () => {
  const codes = Array.from({ length: 2_000 }, newCheckCode);
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/);
  expect(new Set(codes).size).toBe(2_000);
  for (let position = 0; position < 12; position += 1) expect(new Set(codes.map((code) => code[position])).size).toBe(32);
});

test.each([
  "7K2M-9QXD-01TB",
  "7k2m9qxd01tb",
  " 7K2M 9QXD 01TB\n",
  "7K2M–9QXD—01TB.",
  "7K2M-9QXD-OITB",
  "7k2m-9qxd-olTB",
  "«7K2M\u00a09QXD\u200b01TB»",
])("%j is the code that is spelt 7K2M-9QXD-01TB", (typed) => {
  expect(spellCheckCode(readCheckCode(typed) ?? "")).toBe("7K2M-9QXD-01TB");
});

test.each(["", "7K2M-9QXD-W4T", "7K2M-9QXD-W4TBB", "7K2M-9QXD-W4TU", "é".repeat(12), "\0".repeat(12)])("%j is no code", (typed) => {
  expect(readCheckCode(typed)).toBeUndefined();
});
