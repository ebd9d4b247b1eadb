import { join } from "node:path";
import { defineConfig } from "vitest/config";

/** A guard against tests that never end, in ms. Generous, because other work may have the machine; a test that needs longer says so itself. */
const timeouts = { testTimeout: 30_000, hookTimeout: 60_000, expect: { poll: { timeout: 15_000 } } };

/** Packages of a hundred modules each, as one file: each test file loads them, and opening so many files took longer than most tests. */
const bundled = ["drizzle-orm", "drizzle-orm/pg-core", "drizzle-orm/postgres-js", "drizzle-orm/casing", "zod", "fast-check"];

/** Where packages are bundled, the addresses of all others get a version, and this one no longer finds the file of its threads beside its own. */
const unversionedTinypool = {
  name: "unversioned-tinypool",
  enforce: "pre" as const,
  resolveId: (id: string) => (id === "tinypool" ? join(import.meta.dirname, "node_modules/tinypool/dist/index.js") : undefined),
};

const shared = {
  plugins: [unversionedTinypool],
  resolve: { alias: { "@": import.meta.dirname } },
};

/**
 * Files that a worker runs one after another share their modules: loading them again, and running them cold, took two fifths of the time. Tests of whole processes
 * and of memory keep to themselves.
 */
const isolate = false;

const deps = { optimizer: { ssr: { enabled: true, include: bundled } } };

/** The contract is tested over HTTP, as a whole against each host that serves it. */
const contractAgainst = (host: "production process" | "next start") => ({
  ...shared,
  test: {
    name: host,
    include: ["server/**/*.contract.test.ts"],
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
    maxWorkers: 2,
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
        // Kills, seasons, races, plans over many rows, and what needs a build: part of `npm test`, left out of `npm run test:fast`.
        ...shared,
        test: {
          name: "endurance",
          include: ["{server,db}/**/*.{endurance,built}.test.ts"],
          setupFiles: ["server/testing/set-up-services.ts"],
          deps,
          ...timeouts,
          testTimeout: 120_000,
        },
      },
      contractAgainst("production process"),
      contractAgainst("next start"),
    ],
  },
});
