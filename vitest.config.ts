import { defineConfig } from "vitest/config";

/** How long is not what is tested: a guard against what never ends, also where other work has the machine. */
const timeouts = { testTimeout: 120_000, hookTimeout: 120_000 };

const shared = {
  resolve: { alias: { "@": import.meta.dirname } },
};

/** The contract is tested over HTTP, in whole against each host that serves it. */
const contractAgainst = (host: "production process" | "next start") => ({
  ...shared,
  test: {
    name: host,
    include: ["server/**/*.contract.test.ts"],
    setupFiles: ["server/testing/set-up-contract.ts"],
    env: { CONTRACT_HOST: host },
    ...timeouts,
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
          exclude: ["**/*.contract.test.ts"],
          setupFiles: ["server/testing/set-up-services.ts"],
          ...timeouts,
        },
      },
      contractAgainst("production process"),
      contractAgainst("next start"),
    ],
  },
});
