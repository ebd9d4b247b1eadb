import type { Frame, Page } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/** What axe finds wrong with the page as it stands now, its frames included: a rule each, with the elements and what to mend about them. */
export async function findViolations(page: Page, runOnly: RunOptions["runOnly"]): Promise<string[]> {
  // It stays for the next look at the same document, because giving it to a page takes longer than the look itself.
  await Promise.all(page.frames().map(giveAxe));
  const violations = await page.evaluate(look, runOnly);
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join(" | ")}`,
  );
}

async function giveAxe(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => "axe" in window))) await frame.evaluate(axe.source);
}

/** Run in the page. */
async function look(runOnly: RunOptions["runOnly"]) {
  if (!window.axe) throw new Error("The page has another document by now.");
  return (await window.axe.run(document, { runOnly, resultTypes: ["violations"] })).violations;
}
