import { expect, test } from "vitest";
import { settings } from "@/server/testing/planned-invoice";
import { asSettings, formOf } from "./settings-form-values";

test("a text without a language stays the text of each language that has none of its own, also of those that the form does not show", () => {
  const own = { salutation: "Liebes Mitglied", personalNote: "", consequence: "" };
  const stored = { ...settings, salutation: "Dear member", personalNote: "Bring it along", texts: { de: own } };
  const { texts, salutation, personalNote } = asSettings(formOf(stored, "."), "EUR");
  expect(texts.de).toEqual({ ...own, personalNote: "Bring it along" });
  for (const locale of ["en", "fr", "it", "nl"] as const)
    expect(texts[locale]).toEqual({ salutation: "Dear member", personalNote: "Bring it along", consequence: "" });
  expect([salutation, personalNote]).toEqual(["", ""]);
});
