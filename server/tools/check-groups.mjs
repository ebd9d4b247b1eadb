import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { exit } from "node:process";

// Checks the direction of dependencies between the folders of `server`, including imports of types and imports of a file alone: a group
// imports only groups before it, and the nouns within a group do not import each other in a circle. Biome refuses cycles of files, but does
// not check folders.

/** The groups from bottom to top. A group may import those before it; groups in one line may import each other, but not in a circle. */
const ranks = [
  ["domain"],
  ["platform"],
  ["tenancy"],
  ["billing"],
  ["bank"],
  ["messages"],
  ["notifications"],
  ["customer-page", "desk", "sandbox"],
  ["previews", "seasons"],
  ["api", "auth", "background", "backup", "demo", "process", "trpc"],
];
/** Groups whose subfolders are the nouns. */
const withNouns = ["bank", "billing", "desk", "platform", "tenancy"];
/** Folders that are no part of the service: only tests, journeys and tools import them. Not checked. */
const exempt = ["testing", "tools"];

/** @type {Map<string, Map<string, string>>} By importing noun: each noun that it imports, and a file that does. */
const imports = new Map();
/** @type {string[]} */
const problems = [];

for (const name of readdirSync("server", { recursive: true, encoding: "utf8" })) {
  const file = join("server", name);
  const from = nounOf(file);
  if (!from || !/(?<!\.test)\.tsx?$/.test(file)) continue;
  if (rankOf(from) < 0) problems.push(`${file} is in no group of server/tools/check-groups.mjs`);
  for (const [, specifier = ""] of readFileSync(file, "utf8").matchAll(/(?: from |import\(|^import )"((?:@|\.{1,2})\/[^"]+)"/gm)) {
    const to = nounOf(specifier.startsWith("@/") ? specifier.slice(2) : relative(".", join(dirname(file), specifier)));
    if (!to || to === from) continue;
    if (rankOf(to) > rankOf(from)) problems.push(`${file} imports ${specifier}: ${groupOf(to)} is above ${groupOf(from)}`);
    const imported = imports.get(from) ?? new Map();
    imports.set(from, imported.set(to, file));
  }
}

for (const noun of imports.keys()) {
  const circle = findCircle([noun]);
  if (!circle) continue;
  const steps = circle.slice(0, -1).map((from, index) => {
    const to = circle[index + 1] ?? "";
    return `  ${from} imports ${to}, in ${imports.get(from)?.get(to)}`;
  });
  problems.push(`Folders import each other in a circle:\n${steps.join("\n")}`);
  break;
}

for (const problem of problems) console.error(problem);
if (problems.length > 0) exit(1);

/** @returns {string | undefined} The noun to which a file belongs, or its group if that has none; undefined for files that are not checked. */
function nounOf(/** @type {string} */ path) {
  const [top, folder = "", noun = "", ...rest] = path.split("/");
  if (top !== "server" || !noun || exempt.includes(folder)) return undefined;
  return withNouns.includes(folder) && rest.length > 0 ? `${folder}/${noun}` : folder;
}

/** @returns {string} */
function groupOf(/** @type {string} */ noun) {
  return noun.split("/", 1)[0] ?? noun;
}

/** @returns {number} Rank of a noun's group, from the bottom; -1 if it has none. */
function rankOf(/** @type {string} */ noun) {
  return ranks.findIndex((groups) => groups.includes(groupOf(noun)));
}

/** @returns {string[] | undefined} The shortest way from the first noun back to itself, if there is one. */
function findCircle(/** @type {[string]} */ [first]) {
  const seen = new Set();
  for (let paths = [[first]]; paths.length > 0; ) {
    /** @type {string[][]} */
    const longer = [];
    for (const path of paths) {
      for (const to of imports.get(path.at(-1) ?? "")?.keys() ?? []) {
        if (to === first) return [...path, to];
        if (!seen.has(to)) longer.push([...path, to]);
        seen.add(to);
      }
    }
    paths = longer;
  }
  return undefined;
}
