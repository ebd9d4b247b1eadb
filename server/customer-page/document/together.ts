import { html, type Markup } from "@/server/platform/html";
import type { HouseholdLine } from "../describe-for-customer";
import { dueWords } from "./next-steps";
import type { CustomerPage } from "./page";
import { transferPart } from "./transfer";

/** The invoices that are asked for together, their sum, and one transfer for all of them; undefined if the invoice has no household. */
export function together(page: CustomerPage): Markup | undefined {
  const { household, reading } = page;
  if (!household) return undefined;
  const { say, money } = reading;
  const count = String(household.invoices.length);
  return html`<section class="stack">
<h2>${say("together.title", { count })}</h2>
<p class="amount"><span class="total">${money(household.outstandingCents)}</span></p>
${linesOf(household.invoices, page)}
${transferPart({ ...page, transfer: household.transfer }, { isOpen: true })}
${othersOpen(page)}
<p class="small">${say("together.oneByOne")}</p>
</section>
<h2>${say("together.onlyThis")}</h2>`;
}

/** The household's open invoices that the newest mail does not ask for; undefined if there are none. */
export function othersOpen(page: CustomerPage): Markup | undefined {
  if (page.alsoOpen.length === 0) return undefined;
  return html`<section class="stack tight">
<h3>${page.reading.say("together.alsoOpen")}</h3>
${linesOf(page.alsoOpen, page)}
</section>`;
}

function linesOf(lines: readonly HouseholdLine[], page: CustomerPage): Markup {
  const { invoice, reading } = page;
  const { say, money } = reading;
  return html`<ul class="lines">
${lines.map(
  ({ id, externalInvoiceNumber: number, customerName: name, outstandingCents, days }) => html`<li><span>${
    name === null ? number : say("together.each", { number, name })
  }${days && html`<small>${dayToPay(days, page)}</small>`}${id === invoice.id && html`<small>${say("together.this")}</small>`}</span><span>${money(outstandingCents)}</span></li>
`,
)}</ul>`;
}

/** Returns the day to pay by that the newest mail names, or the last day to pay in time. */
function dayToPay({ hold, ...plan }: NonNullable<HouseholdLine["days"]>, { invoice: { now }, reading }: CustomerPage): string {
  return dueWords({ plan, invoice: { now, hold } }, reading).at(-1)?.words ?? "";
}
