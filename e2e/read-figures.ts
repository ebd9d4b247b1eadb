import type { Page } from "@playwright/test";
import { filterOf, loadListAddress } from "@/components/invoices/list/list-address";
import type { InvoiceSummary } from "@/server/billing/invoices/summarize-invoices";
import { wire } from "@/server/domain/wire";

/** A page of the portal as the server renders it: its links, and a list's own sums. */
export interface DrawnPage {
  /** Links of its main part, except those to a list's pages or records: text and address. */
  links: [text: string, href: string][];
  /** The row of sums, one text per cell. */
  sums: string[];
  /** Texts for screen readers: "20 of 133 invoices". */
  statuses: string[];
  /** Number of invoices that an import states; empty: no import. */
  contents: string;
  isEmpty: boolean;
  /** Last cell but one of each row. */
  billed: string[];
}

/** Requests a page with the browser's session, and reads the rendered HTML. No script of the page runs. */
export async function readFigures(page: Page, path: string): Promise<DrawnPage> {
  const answer = await page.request.get(path);
  if (!answer.ok()) throw new Error(`${path} answers ${answer.status()}`);
  return page.evaluate(readDrawn, await answer.text());
}

/** Returns the sums and the count of a list of invoices, by the query that the list makes once it is shown. */
export async function readSummary(page: Page, href: string): Promise<Pick<DrawnPage, "sums" | "statuses">> {
  const filter = filterOf(loadListAddress(new URL(href, "http://portal.example").searchParams));
  const answer = await page.request.get("/api/trpc/invoices.summary", { params: { input: JSON.stringify(wire.serialize(filter)) } });
  if (!answer.ok()) throw new Error(`the summary of ${href} answers ${answer.status()}`);
  const { result } = await answer.json();
  const { sums, totalEntries } = wire.deserialize(result.data) as InvoiceSummary;
  const cents = sums.flatMap((each) => Object.values(each).filter((value) => typeof value === "number"));
  return { sums: cents.map((sum) => (sum / 100).toFixed(2)), statuses: [String(totalEntries)] };
}

/** Runs in the browser. */
function readDrawn(html: string): DrawnPage {
  const drawn = new DOMParser().parseFromString(html, "text/html");
  // A part that was ready late arrives at the end; a script would move it into its place.
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
