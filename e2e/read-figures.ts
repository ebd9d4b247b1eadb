import type { Page } from "@playwright/test";
import { filterOf, loadListAddress } from "@/components/invoices/list/list-address";
import type { InvoiceSummary } from "@/server/billing/invoices/summarize-invoices";
import { wire } from "@/server/domain/wire";

/** A page of the portal as the server draws it: its links, and what a list says of itself. */
export interface DrawnPage {
  /** The links of its main part that lead neither to another page of a list nor to a record: their text, and where they lead. */
  links: [text: string, href: string][];
  /** The row of sums, a text for each cell. */
  sums: string[];
  /** For those who cannot see it: "20 of 133 invoices". */
  statuses: string[];
  /** How many an import contains, as it says itself; empty: no import. */
  contents: string;
  isEmpty: boolean;
  /** The last cell but one of each row. */
  billed: string[];
}

/** Asks the server for a page with the session of the browser, and reads what it has drawn. The browser only reads: no script of the page runs. */
export async function readFigures(page: Page, path: string): Promise<DrawnPage> {
  const answer = await page.request.get(path);
  if (!answer.ok()) throw new Error(`${path} answers ${answer.status()}`);
  return page.evaluate(readDrawn, await answer.text());
}

/** The sums and the number of what a list of invoices holds: the list asks for them once it is shown, as this does. */
export async function readSummary(page: Page, href: string): Promise<Pick<DrawnPage, "sums" | "statuses">> {
  const filter = filterOf(loadListAddress(new URL(href, "http://portal.example").searchParams));
  const answer = await page.request.get("/api/trpc/invoices.summary", { params: { input: JSON.stringify(wire.serialize(filter)) } });
  if (!answer.ok()) throw new Error(`the summary of ${href} answers ${answer.status()}`);
  const { result } = await answer.json();
  const { sums, totalEntries } = wire.deserialize(result.data) as InvoiceSummary;
  const cents = sums.flatMap((each) => Object.values(each).filter((value) => typeof value === "number"));
  return { sums: cents.map((sum) => (sum / 100).toFixed(2)), statuses: [String(totalEntries)] };
}

/** Run in the browser. */
function readDrawn(html: string): DrawnPage {
  const drawn = new DOMParser().parseFromString(html, "text/html");
  // A part that was ready late arrives at the end; a script would put it in its place.
  for (const late of drawn.querySelectorAll("div[hidden][id^='S:']")) {
    const place = drawn.getElementById(late.id.replace("S", "B")) ?? drawn.getElementById(late.id.replace("S", "P"));
    place?.replaceWith(...late.childNodes);
  }
  const all = (selector: string) => [...drawn.querySelectorAll(`main ${selector}`)];
  const textOf = (element: Element | undefined) => element?.textContent?.trim() ?? "";
  return {
    links: all("a[href]:not([role=status] a, [href*='invoice='])").map((link) => [textOf(link), link.getAttribute("href") ?? ""]),
    sums: all("tfoot :is(td, th)").map(textOf),
    statuses: all("[role=status]")
      .map(textOf)
      .filter((text) => text !== "Loading"),
    contents: textOf(all("#contents")[0]),
    isEmpty: all("h2, h3").some((heading) => textOf(heading) === "Nothing matches"),
    billed: all("tr td:nth-last-child(2)").map(textOf),
  };
}
