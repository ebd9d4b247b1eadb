import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./step.mjs";

const FOLDERS = ["app", "components"];
const MESSAGES = "components/translations/en";

/**
 * Throws if a component passes a function for a message's value, `{when}`, instead of its tag, `<when></when>`, because people would read
 * the function's source. Finds calls by their text, so it misses computed keys and values.
 */
export function checkRichTexts() {
  const messages = readMessages();
  const problems = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".tsx"))
      .flatMap((name) => problemsIn(join(folder, name), messages)),
  );
  if (problems.length > 0) throw new Error(`Texts with elements:\n${problems.map((problem) => `  ${problem}`).join("\n")}`);
}

/**
 * @param {string} file
 * @param {Map<string, string>} messages
 */
function problemsIn(file, messages) {
  const source = readFileSync(join(root, file), "utf8");
  const functions = new Set([...source.matchAll(/\b(\w+): \(\w*\) =>/g)].map(([, name]) => name));
  const translators = [...source.matchAll(/(\w+) = (?:useTranslations|await getTranslations)\("([\w.]+)"\)/g)];
  return translators.flatMap(([, say, namespace]) =>
    [...source.matchAll(new RegExp(`\\b${say}\\.rich\\(([^{;]*)`, "g"))]
      .flatMap(([, keys]) => [...(keys ?? "").matchAll(/"([\w.]+)"/g)].map(([, key]) => `${namespace}.${key}`))
      .flatMap((key) =>
        [...functions]
          .filter((name) => new RegExp(`\\{${name}[,}]`).test(messages.get(key) ?? ""))
          .map((name) => `${file}: ${name} of ${key} is a function, so the message needs <${name}></${name}>`),
      ),
  );
}

/** Messages by namespace and key. */
function readMessages() {
  /** @type {Map<string, string>} */
  const messages = new Map();
  for (const file of readdirSync(join(root, MESSAGES))) {
    add(messages, file.replace(".json", ""), JSON.parse(readFileSync(join(root, MESSAGES, file), "utf8")));
  }
  return messages;
}

/**
 * @param {Map<string, string>} messages
 * @param {string} key
 * @param {unknown} value
 */
function add(messages, key, value) {
  if (typeof value === "string") messages.set(key, value);
  else for (const [name, part] of Object.entries(/** @type {object} */ (value))) add(messages, `${key}.${name}`, part);
}
