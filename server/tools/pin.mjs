import { execFile } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { root } from "./step.mjs";

// Images and actions are named by tags, which their owners can move. Lists them with the commands that print each tag's current digest or
// commit. With `--write`, runs the commands, which need a network, docker and git, and writes the results into the files.

/** Images that this repository builds itself. */
const OWN_IMAGES = new Set(["invoice-collection"]);

const IMAGE =
  /^(?<before>\s*(?:FROM|(?:- )?image:|imageName:)\s+)(?<name>[\w./-]+?)(?::(?<tag>[\w.-]+))?(?<pin>@sha256:[0-9a-f]{64})?(?<after>\s.*)?$/;
const ACTION = /^(?<before>\s*(?:- )?uses:\s+)(?<name>[\w./-]+)@(?<tag>[\w.-]+)(?<after>\s.*)?$/;
const COMMIT = /^[0-9a-f]{40}$/;

/**
 * @typedef {object} Unpinned A reference by a tag alone.
 * @property {number} line From 1.
 * @property {string} name
 * @property {string} tag
 * @property {string[]} command Prints a digest (`sha256:…`) or a commit as the first word of its last line.
 */

/** Returns the files that name images and actions. */
export function pinnedFiles() {
  const below = (/** @type {string} */ folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));
  const files = [...below("deploy"), ...below(".github/workflows")].filter((file) => /\.ya?ml$|Dockerfile$/.test(file));
  return ["Dockerfile", ...files.sort()];
}

/**
 * @param {string} text Text of a Dockerfile, a compose file, a manifest or a workflow.
 * @returns {Unpinned[]}
 */
export function unpinnedIn(text) {
  return text.split("\n").flatMap((content, index) => unpinnedAt(content, index + 1));
}

/**
 * @param {string} content
 * @param {number} line
 * @returns {Unpinned[]}
 */
function unpinnedAt(content, line) {
  const image = IMAGE.exec(content)?.groups;
  if (image?.name && !image.pin && !OWN_IMAGES.has(image.name)) {
    const { name, tag = "latest" } = image;
    return [
      { line, name, tag, command: ["docker", "buildx", "imagetools", "inspect", `${name}:${tag}`, "--format", "{{.Manifest.Digest}}"] },
    ];
  }
  const action = ACTION.exec(content)?.groups;
  if (!action?.name || !action.tag || COMMIT.test(action.tag)) return [];
  const repository = `https://github.com/${action.name.split("/").slice(0, 2).join("/")}`;
  // For an annotated tag, the command prints two lines, the second of which names the commit. The last line is therefore always right.
  return [
    {
      line,
      name: action.name,
      tag: action.tag,
      command: ["git", "ls-remote", repository, `refs/tags/${action.tag}`, `refs/tags/${action.tag}^{}`],
    },
  ];
}

/**
 * Returns the text with each reference pinned, its tag kept for people: `node:26-slim@sha256:…`, `actions/checkout@<commit> # v5`.
 *
 * @param {string} text
 * @param {(reference: Unpinned) => Promise<string>} resolve
 */
export async function pin(text, resolve) {
  const lines = text.split("\n");
  for (const reference of unpinnedIn(text)) {
    const found = await resolve(reference);
    const at = reference.line - 1;
    const { before, after = "" } = (IMAGE.exec(lines[at] ?? "") ?? ACTION.exec(lines[at] ?? ""))?.groups ?? {};
    lines[at] = found.startsWith("sha256:")
      ? `${before}${reference.name}:${reference.tag}@${found}${after}`
      : `${before}${reference.name}@${found} # ${reference.tag}`;
  }
  return lines.join("\n");
}

/** @param {Unpinned} reference */
async function ask({ name, tag, command: [program = "", ...args] }) {
  const { stdout } = await promisify(execFile)(program, args);
  const [found = ""] = (stdout.trim().split("\n").at(-1) ?? "").split(/\s/);
  if (!/^(?:sha256:[0-9a-f]{64}|[0-9a-f]{40})$/.test(found))
    throw new Error(`${name}:${tag} was not found by: ${[program, ...args].join(" ")}`);
  return found;
}

async function main() {
  let left = 0;
  for (const file of pinnedFiles()) {
    const text = readFileSync(join(root, file), "utf8");
    if (process.argv.includes("--write")) writeFileSync(join(root, file), await pin(text, ask));
    for (const { line, name, tag, command } of unpinnedIn(readFileSync(join(root, file), "utf8"))) {
      left += 1;
      console.log(`${file}:${line}  ${name}:${tag}\n  ${command.map((word) => (/[{}^]/.test(word) ? `'${word}'` : word)).join(" ")}`);
    }
  }
  console.log(
    left === 0
      ? "All images and actions are pinned."
      : `${left} to pin: run each command and fill in what it prints, or let --write do both.`,
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await main();
