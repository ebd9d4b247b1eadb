import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { root } from "./step.mjs";

/** Maximum size in bytes of the compressed JavaScript that a page loads at a first visit. */
export const FIRST_LOAD_LIMIT = 200_000;

const built = join(root, ".next");

/**
 * Returns the bytes of compressed JavaScript that a browser loads for a page that it sees first: the scripts that all pages share, and
 * those of the page and its layouts.
 * @param {string} page Its folder below app/, as `(portal)/invoices`.
 */
export function firstLoadOf(page) {
  const { rootMainFiles } = JSON.parse(readFileSync(join(built, "build-manifest.json"), "utf8"));
  const files = new Set([...rootMainFiles, ...filesOf(page)]);
  return [...files].reduce((sum, file) => sum + statSync(join(built, `${file}.br`)).size, 0);
}

/** @param {string} page @returns {string[]} */
function filesOf(page) {
  /** @type {{ __RSC_MANIFEST?: Record<string, { entryJSFiles: Record<string, string[]> }> }} */
  const sandbox = {};
  const file = join(built, "server", "app", ...page.split("/"), "page_client-reference-manifest.js");
  runInNewContext(readFileSync(file, "utf8"), { globalThis: sandbox });
  const [manifest] = Object.values(sandbox.__RSC_MANIFEST ?? {});
  if (!manifest) throw new Error(`Nothing was built for ${page}`);
  // Scripts of error pages load only when needed.
  return Object.entries(manifest.entryJSFiles).flatMap(([entry, scripts]) => (/\/(?:global-error|not-found)$/.test(entry) ? [] : scripts));
}

/** Returns one line for people. */
export function describeFirstLoad(page = "(portal)/invoices") {
  const kilobytes = (/** @type {number} */ bytes) => `${(bytes / 1_000).toFixed(0)} kB`;
  return `First load of the invoice list: ${kilobytes(firstLoadOf(page))} of compressed JavaScript (limit ${kilobytes(FIRST_LOAD_LIMIT)})`;
}
