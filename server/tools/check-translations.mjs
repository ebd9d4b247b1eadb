import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, TYPE } from "@formatjs/icu-messageformat-parser";
import { root } from "./step.mjs";
import { breaches } from "./text-rules.mjs";

/** Folders with the texts of pages and mails. */
const folders = ["components/translations", "server/messages/translations", "server/platform/mail/translations"];
const REFERENCE = "en";

/** Throws if a language has other keys than English, fills in other values, or has a text that breaks a rule of text-rules.mjs. */
export function checkTranslations() {
  const problems = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .flatMap(({ name: language }) =>
        readdirSync(join(root, folder, REFERENCE)).flatMap((file) => [
          ...(language === REFERENCE ? [] : compare(join(folder, language, file), join(folder, REFERENCE, file))),
          ...findBreaches(language, folder, file),
        ]),
      ),
  );
  if (problems.length > 0) throw new Error(`Translations:\n${problems.map((problem) => `  ${problem}`).join("\n")}`);
}

/**
 * @param {string} file
 * @param {string} reference
 */
function compare(file, reference) {
  const wanted = flatten(read(reference));
  const given = flatten(read(file));
  return [...new Set([...wanted.keys(), ...given.keys()])].flatMap((key) => {
    const english = wanted.get(key);
    const translated = given.get(key);
    if (english === undefined) return `${file}: ${key} is not in English`;
    if (!translated) return `${file}: ${key} is missing`;
    return valuesIn(english) === valuesIn(translated) ? [] : `${file}: ${key} fills in other values than in English`;
  });
}

/**
 * @param {string} language
 * @param {string} folder
 * @param {string} file
 */
function findBreaches(language, folder, file) {
  const name = file.replace(".json", "");
  const texts = folder.startsWith("server/") || name === "customer" ? "letters" : "portal";
  return [...flatten(read(join(folder, language, file)))].flatMap(([key, text]) =>
    breaches(language, texts, `${name}.${key}`, text).map((why) => `${join(folder, language, file)}: ${key}: ${why}`),
  );
}

/** @param {string} file */
function read(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), "utf8"));
  } catch (error) {
    throw new Error(`Translations: ${file} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

/**
 * @param {Record<string, unknown>} messages
 * @param {string} above
 * @returns {Map<string, string>}
 */
function flatten(messages, above = "") {
  return new Map(
    Object.entries(messages).flatMap(([key, value]) =>
      typeof value === "string" ? [[above + key, value]] : [...flatten(/** @type {Record<string, unknown>} */ (value), `${above}${key}.`)],
    ),
  );
}

/**
 * Names of a message's values and tags. Throws if it is not valid ICU.
 * @param {string} message
 */
function valuesIn(message) {
  /** @type {Set<string>} */
  const names = new Set();
  collect(parse(message), names);
  return [...names].sort().join(" ");
}

/**
 * @param {import("@formatjs/icu-messageformat-parser").MessageFormatElement[]} elements
 * @param {Set<string>} names
 */
function collect(elements, names) {
  for (const element of elements) {
    if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
    names.add(element.value);
    if ("children" in element) collect(element.children, names);
    if ("options" in element) for (const option of Object.values(element.options)) collect(option.value, names);
  }
}
