import type { Page } from "@playwright/test";
import { digitsOf, figuresIn, leadsToList } from "@/server/testing/figures";
import { visit } from "./given";
import { expect } from "./test";

/** A list as shown. */
interface DrawnList {
  /** The row of sums, one text per cell. */
  sums: string[];
  /** Texts for screen readers: "20 of 133 invoices". */
  statuses: string[];
  /** Text of the part of an import's page that states the number of its invoices; empty on other pages. */
  contents: string;
  isEmpty: boolean;
  /** Second-to-last cell of each row. */
  billed: string[];
}

/**
 * Follows at most `most` figures of a page that link to a list, and expects each list to show the same sums and count. Returns the number
 * of figures.
 */
export async function expectNumbersToLead(page: Page, path: string, most = 10): Promise<number> {
  await visit(page, path);
  const main = page.getByRole("main");
  const heading = main.getByRole("heading", { level: 1 });
  const title = (await heading.textContent()) ?? "";
  await expect(main.locator(".skeleton")).toHaveCount(0);
  const links = await main
    .locator("a[href]")
    .evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute("href") ?? ""] as const));
  const figures = links.filter(([text, href]) => /\d/.test(text) && leadsToList(href));
  const chosen = figures.toSorted(([, one], [, other]) => ways.indexOf(wayTo(one, path)) - ways.indexOf(wayTo(other, path))).slice(0, most);
  for (const [text, href] of chosen) {
    const { amounts, counts } = figuresIn(text);
    const way = wayTo(href, path);
    if (way === "opened") await visit(page, href);
    else await main.locator(`a[href="${href}"]`).first().click();
    await page.waitForURL(({ pathname, search }) => `${pathname}${search}` === href.split("#")[0]);
    // "16 wait over 24 h" is one link, of which the first number is compared.
    const said = { sums: amounts, count: counts[0] };
    await expect.poll(() => whatListSays(page, href, said), `${path}: ${text} leads to ${href}`).toEqual(said);
    if (way !== "back") continue;
    await page.goBack();
    await expect(heading).toHaveText(title);
  }
  return chosen.length;
}

/**
 * Ways in which a page can open a list, in the order of attempts: on the same page, by a link and back again, or by the address. Several
 * are needed because a list shows its old rows until it has the new ones.
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

/** Returns the requested sums as shown by the list, and its count if requested. */
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

function saidBy(list: DrawnList, href: string, { sums, count }: Said): Said {
  const said = href.startsWith("/imports?") ? billedOf(list) : figuresIn(list.sums.join(" ")).amounts;
  return {
    sums: sums.filter((sum) => said.includes(sum) || (list.isEmpty && Number(sum) === 0)),
    count: count && countOf(list, href),
  };
}

function countOf({ contents, statuses }: DrawnList, href: string): string {
  if (href.includes("show=")) return /Contents\s*([\d.,]+)/.exec(contents)?.[1] ?? "none";
  const [status = ""] = statuses;
  return digitsOf(/ of ([\d.,]+)/.exec(status)?.[1] ?? /[\d.,]+/.exec(status)?.[0] ?? "0");
}

/** Returns the sums of a list of imports by currency, which the list itself does not show. */
function billedOf({ billed }: DrawnList): string[] {
  const byCurrency = Map.groupBy(billed, (amount) => amount.replace(/[\d.,]/g, ""));
  return [...byCurrency.values()].map((amounts) => String(amounts.reduce((sum, amount) => sum + Number(digitsOf(amount)), 0)));
}
