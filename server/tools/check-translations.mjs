import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, TYPE } from "@formatjs/icu-messageformat-parser";
import { root } from "./step.mjs";
import { breaches } from "./text-rules.mjs";

/** Folders with the texts of pages and mails. */
const folders = ["components/translations", "server/messages/translations", "server/platform/mail/translations"];
const REFERENCE = "en";

/**
 * Throws if a language has other files or keys than English, fills in other values, or has a text that breaks a rule of text-rules.mjs.
 * Reads the folders below `from`.
 */
export function checkTranslations(from = root) {
  const problems = folders.flatMap((folder) =>
    readdirSync(join(from, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .flatMap(({ name }) => checkLanguage(from, folder, name)),
  );
  if (problems.length > 0) throw new Error(`Translations:\n${problems.map((problem) => `  ${problem}`).join("\n")}`);
}

/**
 * @param {string} from
 * @param {string} folder
 * @param {string} language
 */
function checkLanguage(from, folder, language) {
  const wanted = readdirSync(join(from, folder, REFERENCE));
  const given = readdirSync(join(from, folder, language));
  return [
    ...given.filter((file) => !wanted.includes(file)).map((file) => `${join(folder, language, file)}: the file is not in English`),
    ...wanted.flatMap((file) => {
      if (!given.includes(file)) return [`${join(folder, language, file)}: the file is missing`];
      const texts = flatten(read(from, join(folder, language, file)));
      const problems = findBreaches(language, folder, file, texts);
      if (language === REFERENCE) return problems;
      return [...compare(join(folder, language, file), texts, flatten(read(from, join(folder, REFERENCE, file)))), ...problems];
    }),
  ];
}

/**
 * @param {string} file
 * @param {Map<string, string>} given
 * @param {Map<string, string>} wanted
 */
function compare(file, given, wanted) {
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
 * @param {Map<string, string>} texts
 */
function findBreaches(language, folder, file, texts) {
  const name = file.replace(".json", "");
  const kind = folder.startsWith("server/") || name === "customer" ? "letters" : "portal";
  return [...texts].flatMap(([key, text]) =>
    breaches(language, kind, `${name}.${key}`, text).map((why) => `${join(folder, language, file)}: ${key}: ${why}`),
  );
}

/**
 * @param {string} from
 * @param {string} file
 */
function read(from, file) {
  try {
    return JSON.parse(readFileSync(join(from, file), "utf8"));
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
