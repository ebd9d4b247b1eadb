import { readFileSync } from "node:fs";
import type { Frame, Locator, Page } from "@playwright/test";
import type { RunOptions, run } from "axe-core";

declare global {
  interface Window {
    axe?: { run: typeof run };
  }
}

/** Less than half the size of `axe.source`, which takes a second to load into a page on a busy machine. */
const axe = readFileSync(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

type Rules = NonNullable<RunOptions["runOnly"]>;

/**
 * Returns axe's findings, one per rule, with the elements and how to fix them. Checks the whole current page including its frames, or one
 * part of it, for which rules about whole pages, such as landmarks, do not apply.
 */
export async function findViolations(of: Page | Locator, rules: Rules): Promise<string[]> {
  // axe stays in the document for the next check, because loading it takes longer than the check itself.
  const frames = "mainFrame" in of ? of.frames() : [of.page().mainFrame()];
  await Promise.all(frames.map(giveAxe));
  const whole = "mainFrame" in of ? of.locator("html") : of;
  return whole.evaluate(look, rules);
}

async function giveAxe(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => "axe" in window))) await frame.evaluate(axe);
}

/** Runs in the page. */
async function look(part: Element, runOnly: Rules): Promise<string[]> {
  if (!window.axe) throw new Error("The page navigated before axe could run.");
  const whole = part === document.documentElement;
  // axe cannot speak with a frame that shares no origin with the page, such as a preview. Its contents are checked where they are at home.
  const parts = whole ? { include: document, exclude: ['iframe[sandbox=""]'] } : part;
  const { violations } = await window.axe.run(parts, { runOnly, resultTypes: ["violations"], iframes: whole });
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join(" | ")}`,
  );
}
