import { buildIfChanged } from "./build.mjs";
import { installIfMissing } from "./install.mjs";
import { runScript, runStep, runTool } from "./step.mjs";

// `npm test`: all checks before a change may land, cheapest first; the first failure ends it. `npm test -- <file>` runs only the named
// tests. `npm run test:fast` leaves out what needs a build: the contract over HTTP, kills and seasons, and journeys.

const chosen = process.argv.slice(2).filter((argument) => argument !== "--fast");
const isFast = process.argv.includes("--fast");

await runScript(async () => {
  await installIfMissing();
  await runTool("Format and lint", "@biomejs/biome/bin/biome", ["check", "--error-on-warnings"]);
  await runStep("Folders that import each other", process.execPath, ["server/tools/check-nouns.mjs"]);
  // Knip does not run on the oldest versions of Node that the service supports.
  if (isAtLeast(20, 19)) await runTool("Unused files, exports and packages", "knip/bin/knip.js", ["--no-progress"]);
  await runTool("Types of the pages", "next/dist/bin/next", ["typegen"], { quiet: true });
  await runTool("Types", "typescript/bin/tsc", ["--noEmit"]);
  if (isFast) {
    await runTool("Services", "vitest/vitest.mjs", ["run", "--project", "services", ...chosen]);
    return;
  }
  await buildIfChanged();
  // A full run also checks that the tests produce every code of the interface.
  await runTool("Tests", "vitest/vitest.mjs", ["run", ...chosen], { env: chosen.length === 0 ? { EVERY_TEST: "1" } : {} });
  if (chosen.length === 0) await runTool("Journeys in a browser", "@playwright/test/cli.js", ["test", "-c", "e2e/playwright.config.ts"]);
});

/** Whether this is that version of Node or a later one. */
function isAtLeast(/** @type {number} */ wantedMajor, /** @type {number} */ wantedMinor) {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
}
