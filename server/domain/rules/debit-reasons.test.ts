import { expect, test } from "vitest";
import { loadMessages } from "@/components/translations/load";
import { locales } from "@/server/domain/formats/locales";
import { type DebitReasonWord, debitReasonOf, debitReasonWords } from "./debit-reasons";

const ends = { endsMandate: true, mayRepeat: false };
const stays = { endsMandate: false, mayRepeat: false };
const again = { endsMandate: false, mayRepeat: true };

/** The codes of the rulebook for SEPA direct debits (EPC173-14), one by one. */
const rulebook: [code: string, word: DebitReasonWord, consequences: { endsMandate: boolean; mayRepeat: boolean }, isFeeAllowed: boolean][] =
  [
    ["AC01", "account_wrong", ends, false],
    ["AC04", "account_closed", ends, true],
    ["AC06", "account_blocked", ends, true],
    ["AC13", "account_unfit", ends, false],
    ["AG01", "account_unfit", ends, false],
    ["AG02", "details_wrong", again, false],
    ["AM04", "no_cover", again, true],
    ["AM05", "duplicate", stays, false],
    ["BE05", "details_wrong", again, false],
    ["CNOR", "bank_unknown", again, false],
    ["DNOR", "bank_unknown", again, false],
    ["ED05", "not_settled", again, false],
    ["FF01", "file_wrong", again, false],
    ["MD01", "no_mandate", ends, false],
    ["MD02", "details_wrong", again, false],
    ["MD06", "refund_wanted", stays, true],
    ["MD07", "died", ends, false],
    ["MS02", "refused", stays, true],
    ["MS03", "not_stated", again, true],
    ["RC01", "bank_unknown", again, false],
    ["RR01", "details_wrong", again, false],
    ["RR02", "details_wrong", again, false],
    ["RR03", "details_wrong", again, false],
    ["RR04", "details_wrong", again, false],
    ["SL01", "refused", stays, true],
    ["TM01", "day_refused", again, false],
  ];

test.each(rulebook)("%s: %s, with its effect on the mandate, on a repetition and on the fee", (code, word, consequences, isFeeAllowed) => {
  expect(debitReasonOf(code)).toEqual({ word, ...consequences, isFeeAllowed });
  expect(debitReasonOf(` ${code.toLowerCase()} `)).toEqual(debitReasonOf(code));
});

test.each<[string, DebitReasonWord]>([
  ["AC02", "account_wrong"],
  ["AC03", "file_wrong"],
  ["AC15", "account_changed"],
  ["BE01", "details_wrong"],
  ["BE04", "details_wrong"],
  ["FF05", "details_wrong"],
  ["FOCR", "recalled"],
  ["PY01", "bank_unknown"],
])("%s, which banks use beside the rulebook's codes, is known", (code, word) => {
  expect(debitReasonOf(code)?.word).toBe(word);
});

test("no reason whose mandate ends may be repeated", () => {
  for (const [code] of rulebook) {
    const reason = debitReasonOf(code);
    expect(reason?.endsMandate && reason.mayRepeat).toBe(false);
  }
});

test.each(["", null, "RUECKGABE", "SONSTIGE GRUENDE", "912"])("%o states no reason, so it may be one that allows no repetition", (code) => {
  expect(debitReasonOf(code)).toEqual({ word: "not_stated", ...stays, isFeeAllowed: true });
});

test.each(["XX99", "AC99", "ZZZZ", "MD99"])("a person decides about %s, which is not in the table", (code) => {
  expect(debitReasonOf(code)).toBeUndefined();
});

test("each reason has words of its own in each language", async () => {
  for (const locale of locales) {
    const { debitReasons } = await loadMessages(locale);
    expect(Object.keys(debitReasons), locale).toEqual(debitReasonWords);
    expect(new Set(Object.values(debitReasons)).size, locale).toBe(debitReasonWords.length);
  }
});
