import { availableParallelism } from "node:os";
import { buildIfChanged } from "./build.mjs";
import { installIfMissing } from "./install.mjs";
import { runScript, runStep, runTool } from "./step.mjs";

// `npm test` checks everything that must hold for a change, cheapest first, and ends at the first failure. `npm test -- <file>` runs the
// checks of the code and only the named tests. `npm run test:fast` leaves out everything that needs a build: the contract over HTTP, kills,
// seasons and journeys. `npm run test:long` runs everything except the journeys, in the large sizes that `sizeOf` names.

/** Minimum number of cores for running tests and journeys at the same time. Each of the two keeps two cores busy. */
const CORES_FOR_BOTH = 4;

const chosen = process.argv.slice(2).filter((argument) => !["--fast", "--long"].includes(argument));
const isFast = process.argv.includes("--fast");
const isLong = process.argv.includes("--long");

await runScript(async () => {
  await installIfMissing();
  await runTool("Format and lint", "@biomejs/biome/bin/biome", ["check", "--error-on-warnings"]);
  await runStep("Groups that import each other", process.execPath, ["server/tools/check-groups.mjs"]);
  // Knip does not run on the oldest versions of Node that the service supports.
  if (isAtLeast(20, 19)) await runTool("Unused files, exports and packages", "knip/bin/knip.js", ["--no-progress"]);
  await runTool("Types of the pages", "next/dist/bin/next", ["typegen"], { quiet: true });
  await runTool("Types", "typescript/bin/tsc", ["--noEmit"]);
  if (isFast) {
    await runTool("Services", "vitest/vitest.mjs", ["run", "--project", "services", ...chosen]);
    return;
  }
  await runTool("Loading the journeys", "@playwright/test/cli.js", ["test", "-c", "e2e/playwright.config.ts", "--list"], { quiet: true });
  await buildIfChanged();
  // A full run also checks that the tests produce every code of the interface.
  const env = { ...(chosen.length === 0 && { EVERY_TEST: "1" }), ...(isLong && { LONG_TESTS: "1" }) };
  const runTests = () => runTool(isLong ? "Tests in their large sizes" : "Tests", "vitest/vitest.mjs", ["run", ...chosen], { env });
  const runJourneys = () => runTool("Journeys in a browser", "@playwright/test/cli.js", ["test", "-c", "e2e/playwright.config.ts"]);
  if (chosen.length > 0 || isLong) await runTests();
  else await inTurnOrAtOnce(runTests, runJourneys);
});

/** Runs all at once if there are enough cores. Then waits for all before it throws, so that none continues after the prompt has returned. */
async function inTurnOrAtOnce(/** @type {(() => Promise<void>)[]} */ ...runs) {
  if (availableParallelism() < CORES_FOR_BOTH) {
    for (const run of runs) await run();
    return;
  }
  for (const end of await Promise.allSettled(runs.map((run) => run()))) if (end.status === "rejected") throw end.reason;
}

/** Whether Node has this version or a later one. */
function isAtLeast(/** @type {number} */ wantedMajor, /** @type {number} */ wantedMinor) {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
}
