import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkTranslations } from "./check-translations.mjs";

const FOLDER = "components/translations";

/** A folder with these files of pages, and none of mails. */
function given(files: Record<string, object>): string {
  const from = mkdtempSync(join(tmpdir(), "translations-"));
  onTestFinished(() => rmSync(from, { recursive: true }));
  for (const folder of ["server/messages/translations", "server/platform/mail/translations"])
    mkdirSync(join(from, folder), { recursive: true });
  for (const [file, texts] of Object.entries(files)) {
    mkdirSync(dirname(join(from, FOLDER, file)), { recursive: true });
    writeFileSync(join(from, FOLDER, file), JSON.stringify(texts));
  }
  return from;
}

const both = { "en/home.json": { title: "Home" }, "de/home.json": { title: "Start" } };

test("languages with the same files and keys pass", () => {
  expect(() => checkTranslations(given(both))).not.toThrow();
});

test.each([
  ["a file that only another language has", { ...both, "de/old.json": { title: "Alt" } }, "de/old.json: the file is not in English"],
  ["a file that a language lacks", { ...both, "en/new.json": { title: "New" } }, "de/new.json: the file is missing"],
  [
    "a key that only another language has",
    { ...both, "de/home.json": { title: "Start", more: "Mehr" } },
    "de/home.json: more is not in English",
  ],
  ["a text that fills in other values", { ...both, "de/home.json": { title: "Start {day}" } }, "de/home.json: title fills in other values"],
])("%s is refused", (_, files, why) => {
  expect(() => checkTranslations(given(files))).toThrow(`${FOLDER}/${why}`);
});
