import { test as base, type ConsoleMessage, expect, type Page } from "@playwright/test";
import type { RunOnly } from "axe-core";
import type { Browser } from "./browser";
import { findViolations } from "./find-violations";

/**
 * A page on which nothing goes wrong unseen: what the browser reports as an error fails the journey, and so does every request to another
 * host.
 */
export const test = base.extend<{ page: Page }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
  baseURL: async ({}, use) => use(process.env.E2E_BASE_URL),
  launchOptions: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use) => {
      const { executablePath, args, env }: Browser = JSON.parse(process.env.E2E_BROWSER ?? "{}");
      await use({ executablePath, args, env: { ...definedOf(process.env), ...env } });
    },
    { scope: "worker" },
  ],
  page: async ({ page, baseURL }, use) => {
    const problems: string[] = [];
    page.on("console", (message) => {
      if (isProblem(message, page)) problems.push(`${page.url()}: ${message.text()} (${message.location().url})`);
    });
    page.on("pageerror", (error) => problems.push(`${page.url()}: ${error.message}`));
    page.on("request", (request) => {
      if (!request.url().startsWith(`${baseURL}/`) && /^https?:/.test(request.url())) problems.push(`a request to ${request.url()}`);
    });
    const goTo = page.goto.bind(page);
    // A streamed page holds each late part twice for a moment: hidden where it arrived, and where it belongs.
    page.goto = async (...given) => {
      const answer = await goTo(...given);
      await expect(page.locator("div[hidden][id^='S:']")).toHaveCount(0);
      return answer;
    };
    await use(page);
    expect(problems).toEqual([]);
  },
});

export { expect };

const RULES: RunOnly = { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] };
const COLOURS: RunOnly = { type: "rule", values: ["color-contrast"] };

/**
 * Expects no violation of WCAG 2.2 AA and no sideways scrolling on the page as it stands now. Colours are checked in both schemes; nothing else
 * depends on the scheme.
 */
export async function expectUsable(page: Page): Promise<void> {
  // After a click on a link, Next takes the old title away and sets the new one up to 300 ms later.
  await expect(page).toHaveTitle(/./);
  await page.evaluate(setHidden, true);
  await expectNoViolations(page, RULES, "light");
  await page.emulateMedia({ colorScheme: "dark" });
  await expectNoViolations(page, COLOURS, "dark");
  await page.emulateMedia({ colorScheme: "light" });
  await page.evaluate(setHidden, false);
  await page.evaluate(comeToRest);
  const overhang = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect.soft(overhang, `${page.url()} scrolls sideways`).toBeLessThanOrEqual(0);
  expect.soft(await page.evaluate(coveringHeads), `${page.url()}: heads of tables that cover rows`).toEqual([]);
}

/** The time of a toast counts only while the page is seen, so none fades out of one that says it is hidden, however long it is looked at. Run in the page. */
function setHidden(isHidden: boolean): void {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
}

/** The tables whose head is not in its place, though the page is at its top. Run in the page. */
function coveringHeads(): string[] {
  const isCovering = ({ tHead }: HTMLTableElement) => {
    const [cell] = tHead?.rows[0]?.cells ?? [];
    return tHead && cell && cell.getBoundingClientRect().top - tHead.getBoundingClientRect().top > 1;
  };
  return [...document.querySelectorAll("table")].filter(isCovering).map((table) => table.textContent.slice(0, 60));
}

async function expectNoViolations(page: Page, rules: RunOnly, scheme: string): Promise<void> {
  await page.evaluate(comeToRest);
  expect.soft(await findViolations(page, rules), `${page.url()} (${scheme})`).toEqual([]);
}

/** By its key. What the server has drawn takes keys only a moment after it can be seen, so the key may have to be pressed again. */
export async function searchFor(page: Page, text: string): Promise<void> {
  await expect(async () => {
    await page.keyboard.press("/");
    await expect(page.getByRole("searchbox")).toBeFocused({ timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
  await page.keyboard.type(text);
}

/**
 * What is fading in or out has not the contrast yet that it will have, and a row that is half under a table's head that stays has not its size. Run
 * in the page.
 */
async function comeToRest(): Promise<void> {
  window.scrollTo({ top: 0, behavior: "instant" });
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  // What moves with the reader's scrolling never ends by itself.
  const inTime = () => document.getAnimations().filter(({ timeline }) => timeline instanceof DocumentTimeline);
  const ending = () => inTime().filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
  // What ends can make something else begin, in the frame after.
  do {
    await Promise.allSettled(ending().map(({ finished }) => finished));
    await nextFrame();
    await nextFrame();
  } while (ending().some(({ playState }) => playState === "running"));
}

/**
 * The browser reports every answer of 400 and above. That the interface refuses something is no mistake of the page that asked, and that a page is
 * not there is what it says itself. While a journey is offline, pages look up ahead in vain what is behind their links.
 */
function isProblem(message: ConsoleMessage, page: Page): boolean {
  const { url } = message.location();
  const isRefusal = /^Failed to load resource: .* status of 4\d\d /.test(message.text()) && (url.includes("/api/") || url === page.url());
  const isOffline = message.text() === "Failed to load resource: net::ERR_INTERNET_DISCONNECTED";
  return !isRefusal && !isOffline && (message.type() === "error" || message.type() === "warning");
}

function definedOf(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}
