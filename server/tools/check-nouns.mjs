import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { exit } from "node:process";

// Checks that dependencies between nouns have no cycles: no folder of `server` may be imported, directly or indirectly, by a folder that it
// imports. Biome refuses cycles of files and imports against the layers, but does not know folders.

/** Folders whose subfolders are nouns. */
const groups = ["billing", "desk", "outbound", "tenancy"];
/** Imported by nobody, or by tests only. */
const exempt = ["testing", "tools"];

/** @type {Map<string, Map<string, string>>} By importing noun: each noun that it imports, and a file that does. */
const imports = new Map();

for (const name of readdirSync("server", { recursive: true, encoding: "utf8" })) {
  const file = join("server", name);
  const from = nounOf(file);
  if (!from || !/(?<!\.test)\.tsx?$/.test(file)) continue;
  for (const [, specifier = ""] of readFileSync(file, "utf8").matchAll(/ from "((?:@|\.{1,2})\/[^"]+)"/g)) {
    const to = nounOf(specifier.startsWith("@/") ? specifier.slice(2) : relative(".", join(dirname(file), specifier)));
    if (!to || to === from) continue;
    const imported = imports.get(from) ?? new Map();
    imports.set(from, imported.set(to, file));
  }
}

for (const noun of imports.keys()) {
  const circle = findCircle([noun]);
  if (!circle) continue;
  console.error("Folders of server import each other in a circle:");
  for (const [index, from] of circle.slice(0, -1).entries()) {
    const to = circle[index + 1] ?? "";
    console.error(`  ${from} imports ${to}, in ${imports.get(from)?.get(to)}`);
  }
  exit(1);
}

/** @returns {string | undefined} The noun that a file belongs to; none for files of `server` itself. */
function nounOf(/** @type {string} */ path) {
  const [top, folder = "", noun = "", ...rest] = path.split("/");
  if (top !== "server" || !noun || exempt.includes(folder)) return undefined;
  return groups.includes(folder) && rest.length > 0 ? `${folder}/${noun}` : folder;
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
