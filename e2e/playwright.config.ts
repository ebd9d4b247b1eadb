import { defineConfig } from "@playwright/test";

/** What partners, members and support do, told in a browser. Each journey makes a partner of its own. */
export default defineConfig({
  testDir: ".",
  testMatch: "*.journey.ts",
  globalSetup: "./set-up.ts",
  outputDir: "../.data/e2e",
  fullyParallel: true,
  workers: 2,
  timeout: 240_000,
  // How long is not what is tested, and two cores have a browser, a service and a database to run.
  expect: { timeout: 15_000 },
  forbidOnly: true,
  // A promise that is broken is broken twice. What fails once is said to be flaky, and is to be looked into.
  retries: 1,
  reporter: [["line"]],
  use: { locale: "en-GB", timezoneId: "Europe/Amsterdam", viewport: { width: 1440, height: 900 }, screenshot: "only-on-failure" },
  projects: [
    { name: "light", use: { colorScheme: "light" } },
    { name: "dark", use: { colorScheme: "dark" } },
  ],
});
