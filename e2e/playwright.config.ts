import { defineConfig } from "@playwright/test";
import { BETWEEN_RUNS_MS } from "./background-work";

/** What partners, members and support do, in a browser. Each journey makes a partner of its own, and runs once: `expectUsable` checks the dark scheme. */
export default defineConfig({
  testDir: ".",
  testMatch: "*.journey.ts",
  globalSetup: "./set-up.ts",
  outputDir: "../.data/e2e",
  fullyParallel: true,
  workers: 2,
  timeout: 240_000 + 3 * BETWEEN_RUNS_MS,
  // Generous, because two cores run a browser, a service and a database. Speed is not what is tested.
  expect: { timeout: 15_000 + BETWEEN_RUNS_MS },
  forbidOnly: true,
  reporter: [["line"]],
  use: {
    colorScheme: "light",
    locale: "en-GB",
    timezoneId: "Europe/Amsterdam",
    viewport: { width: 1440, height: 900 },
    // A click on a page that draws no more frames would wait until the whole journey's time is over.
    actionTimeout: 90_000,
    screenshot: "only-on-failure",
  },
});
