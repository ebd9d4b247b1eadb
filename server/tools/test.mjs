import { buildIfChanged } from "./build.mjs";
import { installIfMissing } from "./install.mjs";
import { runScript, runTool } from "./step.mjs";

/** Everything that must hold before a change is good, cheapest first; the first that does not ends it. */
await runScript(async () => {
  await installIfMissing();
  await runTool("Format and lint", "@biomejs/biome/bin/biome", ["check", "--error-on-warnings"]);
  // Knip does not run on the oldest versions of Node that the service runs on.
  if (isAtLeast(20, 19)) await runTool("Unused files, exports and packages", "knip/bin/knip.js", ["--no-progress"]);
  await runTool("Types of the pages", "next/dist/bin/next", ["typegen"], { quiet: true });
  await runTool("Types", "typescript/bin/tsc", ["--noEmit"]);
  await buildIfChanged();
  const chosen = process.argv.slice(2);
  // Of all tests it is also asked whether they produce every code of the interface.
  await runTool("Tests", "vitest/vitest.mjs", ["run", ...chosen], { env: chosen.length === 0 ? { EVERY_TEST: "1" } : {} });
  if (chosen.length === 0) await runTool("Journeys in a browser", "@playwright/test/cli.js", ["test", "-c", "e2e/playwright.config.ts"]);
});

/** Whether this is that version of Node or a later one. */
function isAtLeast(/** @type {number} */ wantedMajor, /** @type {number} */ wantedMinor) {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
}
