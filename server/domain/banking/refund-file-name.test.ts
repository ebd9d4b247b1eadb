import { expect, test } from "vitest";
import { refundFileName } from "./refund-file-name";

const createdAt = new Date("2026-11-29T12:00:00Z");

test.each([
  ["Ruderverein", "refunds-2026-11-29-ruderverein"],
  ["Ruderverein „Möwe“ e. V. / Süd", "refunds-2026-11-29-ruderverein-mowe-e-v-sud"],
  ["Ναυτικός Όμιλος", "refunds-2026-11-29-naytikos-omilos"],
  ["ØB Łódź ß", "refunds-2026-11-29-ob-lodz-ss"],
  ["東京", "refunds-2026-11-29"],
])("the download of a refund file of %s is called %s", (companyName, name) => {
  expect(refundFileName({ companyName, createdAt })).toBe(name);
});

test("a long name is cut, and ends with a letter", () => {
  const name = refundFileName({ companyName: `${"a".repeat(59)} bc`, createdAt });
  expect(name).toBe(`refunds-2026-11-29-${"a".repeat(59)}`);
});
