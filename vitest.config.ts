import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

/** Time-outs in ms against tests that never end. Generous, because the machine may be busy; a test that needs longer sets its own. */
const timeouts = { testTimeout: 30_000, hookTimeout: 60_000, expect: { poll: { timeout: 15_000 } } };

/**
 * Packages of a hundred modules each, bundled into one file: each test file loads them, and opening that many files took longer than most
 * tests.
 */
const bundled = ["drizzle-orm", "drizzle-orm/pg-core", "drizzle-orm/postgres-js", "drizzle-orm/casing", "zod", "fast-check"];

/** With bundled packages, the addresses of all others get a version, and tinypool no longer finds the file of its threads. */
const unversionedTinypool = {
  name: "unversioned-tinypool",
  enforce: "pre" as const,
  resolveId: (id: string) => (id === "tinypool" ? join(import.meta.dirname, "node_modules/tinypool/dist/index.js") : undefined),
};

/** Test files that run at once: one for each core, and never fewer than two, because many tests wait for a process or a time-out. */
const workers = Math.max(2, availableParallelism());

const shared = {
  plugins: [unversionedTinypool],
  resolve: { alias: { "@": import.meta.dirname } },
};

/** Files that a worker runs one after another share their modules: loading them again, and running them cold, took two fifths of the time. */
const isolate = false;

const deps = { optimizer: { ssr: { enabled: true, include: bundled } } };

/** Tests of the contract that run on `next start`: how a host reads and writes HTTP, and that its answers are those of the process. */
const onNext = [
  ...["alike-hosts", "bank-statements", "compression", "conditional-get", "generated-requests", "hostile-input", "paths-and-methods"],
  ...["rate-limit", "request-bodies", "request-log", "slow-bodies", "spelling"],
].map((name) => `server/api/contract/${name}.contract.test.ts`);

// Vitest would leave out a renamed file without a word.
for (const file of onNext) if (!existsSync(join(import.meta.dirname, file))) throw new Error(`${file} is missing`);

/** Tests the contract over HTTP, against one of the hosts that serve it. */
const contractAgainst = (host: "production process" | "next start", include: string[], exclude: string[] = []) => ({
  ...shared,
  test: {
    name: host,
    include,
    exclude,
    setupFiles: ["server/testing/set-up-contract.ts"],
    deps,
    isolate,
    env: { CONTRACT_HOST: host },
    ...timeouts,
    // Some tests wait for the time-out of a request, which is 30 s.
    testTimeout: 60_000,
  },
});

export default defineConfig({
  ...shared,
  test: {
    globalSetup: ["server/testing/global-setup.ts"],
    maxWorkers: workers,
    projects: [
      {
        ...shared,
        test: {
          name: "services",
          include: ["{app,components,server,db}/**/*.test.ts"],
          exclude: ["**/*.{contract,endurance,built}.test.ts"],
          setupFiles: ["server/testing/set-up-services.ts"],
          deps,
          isolate,
          ...timeouts,
        },
      },
      {
        // Kills, seasons, races, plans over many rows, and tests that need a build: part of `npm test`, not of `npm run test:fast`.
        ...shared,
        test: {
          name: "endurance",
          include: ["{server,db}/**/*.{endurance,built}.test.ts"],
          setupFiles: ["server/testing/set-up-services.ts"],
          deps,
          isolate,
          ...timeouts,
          testTimeout: 120_000,
        },
      },
      contractAgainst("production process", ["server/**/*.contract.test.ts"], ["**/alike-hosts.contract.test.ts"]),
      contractAgainst("next start", onNext),
    ],
  },
});
