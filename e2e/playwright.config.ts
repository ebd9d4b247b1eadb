import { defineConfig } from "@playwright/test";
import { BETWEEN_RUNS_MS } from "./background-work";

/**
 * Journeys of partners, members and support in a browser. Each journey creates its own partner, and runs once: `expectUsable` also checks
 * the dark scheme.
 */
export default defineConfig({
  testDir: ".",
  testMatch: "*.journey.ts",
  globalSetup: "./set-up.ts",
  outputDir: "../.data/e2e",
  fullyParallel: true,
  workers: 2,
  timeout: 240_000 + 3 * BETWEEN_RUNS_MS,
  // Generous, because a browser, a service and a database share two cores, and speed is not tested.
  expect: { timeout: 15_000 + BETWEEN_RUNS_MS },
  forbidOnly: true,
  reporter: [["line"], ["./failures-last.ts"]],
  use: {
    colorScheme: "light",
    locale: "en-GB",
    timezoneId: "Europe/Amsterdam",
    viewport: { width: 1440, height: 900 },
    // Without this limit, a click on a page that draws no more frames would wait for the journey's whole time-out.
    actionTimeout: 90_000,
    screenshot: "only-on-failure",
  },
});
