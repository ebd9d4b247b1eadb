import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { sources } from "./build.mjs";

/** Files at the top level from which nothing is built: settings of checks and tests, and types that Next writes. */
const unbuilt = ["biome.json", "knip.json", "next-env.d.ts", "vitest.config.ts"];

test("each program and setting at the top level is a source of the build, so that a change of it causes one", () => {
  const files = readdirSync(".").filter((name) => /\.(tsx?|mjs|json)$/.test(name) && !unbuilt.includes(name));
  expect(files).toContain("instrumentation.ts");
  expect(files.filter((name) => !sources.includes(name))).toEqual([]);
});
