import fc from "fast-check";
import { expect, test } from "vitest";
import { accountKey, formatAccount, hasSortCode, isBritishAccount, readBritishAccount } from "./british-account";

const account = fc.stringMatching(/^\d{14}$/);

test.each(["20-45-67 31926819", "204567 31926819", " 20 45 67 3192 6819 ", "20‑45‑67 31926819", "204567/31926819"])(
  "%s is read as a sort code and an account number",
  (typed) => expect(readBritishAccount(typed)).toBe("20456731926819"),
);

test.each(["20-45-67 3192681", "20-45-67 319268190", "20-45-67", "", "GB78 TEST 2045 6731 9268 19", "20.45.67 31926819"])(
  "%s is refused",
  (typed) => expect(readBritishAccount(typed)).toBeNull(),
);

test("any account is read as it is formatted, and has the key of its IBAN", () => {
  fc.assert(
    fc.property(account, (digits) => {
      expect(readBritishAccount(formatAccount(digits))).toBe(digits);
      expect(accountKey(`GB00TEST${digits}`)).toBe(accountKey(digits));
      expect(hasSortCode(digits) && isBritishAccount(digits)).toBe(true);
    }),
  );
});

test("other accounts keep their form", () => {
  expect(formatAccount("NL91ABNA0417164300").replaceAll("\u00a0", " ")).toBe("NL91 ABNA 0417 1643 00");
  expect(accountKey("NL91ABNA0417164300")).toBe("NL91ABNA0417164300");
  expect(hasSortCode("NL91ABNA0417164300")).toBe(false);
});
