import { test as base, type ConsoleMessage, expect, type Locator, type Page } from "@playwright/test";
import type { RunOnly } from "axe-core";
import type { Browser } from "./browser";
import { findViolations } from "./find-violations";

/** Test with a page that reports faults: the journey fails if the browser reports an error, or the page sends a request to another host. */
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
    // A streamed page briefly contains each late part twice: hidden where it arrived, and visible in its place.
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
 * Expects no violation of WCAG 2.2 AA and no sideways scrolling, on the whole current page or on one part of it, such as a dialog shown
 * nowhere else. Checks colours in both schemes, because nothing else depends on the scheme. `pages.journey.ts` checks each page of the
 * portal completely, other journeys the parts and states that it does not show.
 */
export async function expectUsable(of: Page | Locator): Promise<void> {
  const page = isPage(of) ? of : of.page();
  // After a click on a link, Next removes the old title and sets the new one up to 300 ms later.
  await expect(page).toHaveTitle(/./);
  // A popup is visible for a few frames before it begins to fade in, so no animation runs yet. A part that stays faint is checked as it is.
  if (!isPage(of)) {
    await expect(of)
      .toHaveCSS("opacity", "1", { timeout: 2_000 })
      .catch(() => {});
  }
  await page.evaluate(setHidden, true);
  await expectNoViolations(of, RULES, "light");
  await page.emulateMedia({ colorScheme: "dark" });
  await expectNoViolations(of, COLOURS, "dark");
  await page.emulateMedia({ colorScheme: "light" });
  await page.evaluate(setHidden, false);
  await expectToFit(page);
}

/**
 * Expects no sideways scrolling, and no table heading over the table's rows: the part of `expectUsable` that depends on language and width.
 */
export async function expectToFit(page: Page): Promise<void> {
  await expect(page).toHaveTitle(/./);
  await page.evaluate(comeToRest);
  const overhang = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect.soft(overhang, `${page.url()} scrolls sideways`).toBeLessThanOrEqual(0);
  expect.soft(await page.evaluate(coveringHeads), `${page.url()}: heads of tables that cover rows`).toEqual([]);
}

/** Marks the page as hidden, which pauses toasts, so that none disappears during the check. Runs in the page. */
function setHidden(isHidden: boolean): void {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
}

/** Returns the tables whose heading is out of place although the page is scrolled to the top. Runs in the page. */
function coveringHeads(): string[] {
  const isCovering = ({ tHead }: HTMLTableElement) => {
    const [cell] = tHead?.rows[0]?.cells ?? [];
    return tHead && cell && cell.getBoundingClientRect().top - tHead.getBoundingClientRect().top > 1;
  };
  return [...document.querySelectorAll("table")].filter(isCovering).map((table) => table.textContent.slice(0, 60));
}

function isPage(of: Page | Locator): of is Page {
  return "mainFrame" in of;
}

async function expectNoViolations(of: Page | Locator, rules: RunOnly, scheme: string): Promise<void> {
  const page = isPage(of) ? of : of.page();
  await page.evaluate(comeToRest);
  expect.soft(await findViolations(of, rules), `${page.url()} (${scheme})`).toEqual([]);
}

/** Searches by the shortcut. A page reacts to keys only a moment after it is visible, so the key may have to be pressed again. */
export async function searchFor(page: Page, text: string): Promise<void> {
  const box = page.getByRole("searchbox");
  await expect(async () => {
    if (!(await box.evaluate((element) => element === document.activeElement))) await page.keyboard.press("/");
    await expect(box).toBeFocused({ timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
  await page.keyboard.type(text);
}

/**
 * Scrolls to the top, where no row is half under a fixed heading, and waits for animations, because a fading element does not have its
 * final contrast. Runs in the page.
 */
async function comeToRest(): Promise<void> {
  window.scrollTo({ top: 0, behavior: "instant" });
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  // Animations tied to the scroll position, which never end, have another timeline.
  const inTime = () => document.getAnimations().filter(({ timeline }) => timeline instanceof DocumentTimeline);
  const ending = () => inTime().filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
  // The end of one animation can start another in the next frame.
  do {
    await Promise.allSettled(ending().map(({ finished }) => finished));
    await nextFrame();
    await nextFrame();
  } while (ending().some(({ playState }) => playState === "running"));
}

/**
 * Whether a message of the browser is a problem. The browser reports every answer of 400 and above, but a refusal by the interface is not
 * the page's error, and a missing page reports itself. While a journey is offline, pages prefetch their links in vain.
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
