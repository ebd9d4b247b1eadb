import { expect, test } from "vitest";
import { bankFileName } from "./bank-file-name";

const id = "019b0000000000000000000000000000003f9a12bc";
const createdAt = new Date("2026-11-29T12:00:00Z");

test.each([
  ["Ruderverein", "refunds-2026-11-29-ruderverein-3f9a12bc"],
  ["Ruderverein „Möwe“ e. V. / Süd", "refunds-2026-11-29-ruderverein-mowe-e-v-sud-3f9a12bc"],
  ["Ναυτικός Όμιλος", "refunds-2026-11-29-naytikos-omilos-3f9a12bc"],
  ["ØB Łódź ß", "refunds-2026-11-29-ob-lodz-ss-3f9a12bc"],
  ["東京", "refunds-2026-11-29-3f9a12bc"],
])("the download of a refund file of %s is called %s", (companyName, name) => {
  expect(bankFileName("refunds", { id, companyName, createdAt })).toBe(name);
});

test("the download of a file of direct debits says so", () => {
  expect(bankFileName("debits", { id, companyName: "Ruderverein", createdAt })).toBe("debits-2026-11-29-ruderverein-3f9a12bc");
});

test("the name begins in the reader's language", () => {
  expect(bankFileName("terugbetalingen", { id, companyName: "Club", createdAt })).toBe("terugbetalingen-2026-11-29-club-3f9a12bc");
});

test("a long name is cut, and its cut ends with a letter", () => {
  const name = bankFileName("refunds", { id, companyName: `${"a".repeat(59)} bc`, createdAt });
  expect(name).toBe(`refunds-2026-11-29-${"a".repeat(59)}-3f9a12bc`);
});
