import type { Frame, Page } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/** Returns axe's findings on the page as it is now, including its frames: one per rule, with the elements and how to fix them. */
export async function findViolations(page: Page, runOnly: RunOptions["runOnly"]): Promise<string[]> {
  // axe stays in the page for the next check of the same document, because loading it takes longer than the check.
  await Promise.all(page.frames().map(giveAxe));
  const violations = await page.evaluate(look, runOnly);
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join(" | ")}`,
  );
}

async function giveAxe(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => "axe" in window))) await frame.evaluate(axe.source);
}

/** Runs in the page. */
async function look(runOnly: RunOptions["runOnly"]) {
  if (!window.axe) throw new Error("The page has another document by now.");
  return (await window.axe.run(document, { runOnly, resultTypes: ["violations"] })).violations;
}
