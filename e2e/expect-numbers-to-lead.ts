import type { Page } from "@playwright/test";
import { visit } from "./given";
import { type DrawnPage, readFigures, readSummary } from "./read-figures";
import { expect } from "./test";

/** Lists whose figures were compared already, because many pages lead to the same list. */
export type Compared = Set<string>;

/** Addresses of lists in which a page's figures can be checked. */
const lists = /^\/(invoices|imports|tickets)(\?|$)|^\/imports\/\w+\?show=/;

/**
 * Follows every figure of a page that leads to a list, and expects the list to show the same sums and count. Returns the number of links
 * with figures.
 */
export async function expectNumbersToLead(page: Page, path: string, compared: Compared = new Set()): Promise<number> {
  await visit(page, path);
  const main = page.getByRole("main");
  const heading = main.getByRole("heading", { level: 1 });
  const title = (await heading.textContent()) ?? "";
  await expect(main.locator(".skeleton")).toHaveCount(0);
  const links = await main
    // Excludes the list's pages and records.
    .locator("a[href]:not([role=status] a, [href*='invoice='])")
    .evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute("href") ?? ""] as const));
  const figures = links.filter(([text, href]) => /\d/.test(text) && lists.test(href));
  for (const [text, href] of figures.toSorted(([, one], [, other]) => ways.indexOf(wayTo(one, path)) - ways.indexOf(wayTo(other, path)))) {
    const { amounts, counts } = numbersIn(text);
    const key = `${href} ${amounts} ${counts}`;
    if (compared.has(key)) continue;
    compared.add(key);
    const way = wayTo(href, path);
    if (way === "opened") await visit(page, href);
    else await main.locator(`a[href="${href}"]`).first().click();
    await page.waitForURL(({ pathname, search }) => `${pathname}${search}` === href.split("#")[0]);
    // "16 wait over 24 h" is one link: its first number is compared.
    const said = { sums: amounts, count: counts[0] };
    await expect.poll(() => whatListSays(page, href, said), `${path}: ${text} leads to ${href}`).toEqual(said);
    if (way !== "back") continue;
    await page.goBack();
    await expect(heading).toHaveText(title);
  }
  return figures.length;
}

/** Like `expectNumbersToLead`, on the pages as the server renders them, without clicks. Returns the number of links with figures. */
export async function expectFiguresToAgree(page: Page, path: string, compared: Compared): Promise<number> {
  const figures = (await readFigures(page, path)).links.filter(([text, href]) => /\d/.test(text) && lists.test(href));
  for (const [text, href] of figures) {
    const { amounts, counts } = numbersIn(text);
    const key = `${href} ${amounts} ${counts}`;
    if (compared.has(key)) continue;
    compared.add(key);
    const said = { sums: amounts, count: counts[0] };
    expect(saidBy(await readList(page, href), href, said), `${path}: ${text} leads to ${href}`).toEqual(said);
  }
  return figures.length;
}

async function readList(page: Page, href: string): Promise<Omit<DrawnPage, "links">> {
  const drawn = await readFigures(page, href);
  return /^\/invoices(\?|$)/.test(href) ? { ...drawn, ...(await readSummary(page, href)) } : drawn;
}

/**
 * Ways in which a page leads to a list, in the order in which they are tried: within itself, by a link and back again, or opened by its
 * address, because a list shows its old rows until it has the new ones.
 */
const ways = ["within", "back", "opened"] as const;

function wayTo(href: string, path: string): (typeof ways)[number] {
  if (href.startsWith(`${path}?show=`)) return "within";
  return href.split("?")[0] === path.split("?")[0] ? "opened" : "back";
}

interface Said {
  /** Digits only, so that "1,234.00" and "1.234,00" are equal. */
  sums: string[];
  count: string | undefined;
}

/** Amounts, and other numbers except calendar days. */
function numbersIn(text: string): { amounts: string[]; counts: string[] } {
  const amounts = text.match(/\d[\d.,]*[.,]\d\d(?!\d)/g) ?? [];
  const rest = amounts.reduce((words, amount) => words.replace(amount, " "), text.replace(/\d+ [A-Z][a-z]+/, ""));
  return { amounts: amounts.map(digitsOf), counts: (rest.match(/\d[\d.,]*/g) ?? []).map(digitsOf) };
}

const digitsOf = (text: string) => text.replace(/\D/g, "");

/** Returns the requested sums as the list shows them, and its count if requested. */
async function whatListSays(page: Page, href: string, asked: Said): Promise<Said> {
  const rows = page.getByRole("row");
  const drawn = {
    sums: await page.locator("tfoot :is(td, th)").allInnerTexts(),
    statuses: await page.getByRole("status").allInnerTexts(),
    contents: href.includes("show=") ? ((await page.locator("#contents").textContent()) ?? "") : "",
    isEmpty: await page.getByRole("heading", { name: "Nothing matches" }).isVisible(),
    billed: await rows.locator("td:nth-last-child(2)").allInnerTexts(),
  };
  return saidBy(drawn, href, asked);
}

function saidBy(list: Omit<DrawnPage, "links">, href: string, { sums, count }: Said): Said {
  const said = href.startsWith("/imports?") ? billedOf(list) : numbersIn(list.sums.join(" ")).amounts;
  return {
    sums: sums.filter((sum) => said.includes(sum) || (list.isEmpty && Number(sum) === 0)),
    count: count && countOf(list, href),
  };
}

function countOf({ contents, statuses }: Omit<DrawnPage, "links">, href: string): string {
  if (href.includes("show=")) return /Contents\s*([\d.,]+)/.exec(contents)?.[1] ?? "none";
  const [status = ""] = statuses;
  return digitsOf(/ of ([\d.,]+)/.exec(status)?.[1] ?? /[\d.,]+/.exec(status)?.[0] ?? "0");
}

/** Sums of a list of imports by currency, which it does not show itself. */
function billedOf({ billed }: Omit<DrawnPage, "links">): string[] {
  const byCurrency = Map.groupBy(billed, (amount) => amount.replace(/[\d.,]/g, ""));
  return [...byCurrency.values()].map((amounts) => String(amounts.reduce((sum, amount) => sum + Number(digitsOf(amount)), 0)));
}
