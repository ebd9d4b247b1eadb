import { html, type Markup } from "@/server/platform/html";
import type { CustomerPage } from "./page";
import { transferPart } from "./transfer";

/** The invoices that are asked for together, their sum, and one transfer for all of them; undefined if the invoice has no household. */
export function together(page: CustomerPage): Markup | undefined {
  const { household, invoice, reading } = page;
  if (!household) return undefined;
  const { say, money } = reading;
  const count = String(household.invoices.length);
  return html`<section class="stack">
<h2>${say("together.title", { count })}</h2>
<p class="amount"><span class="total">${money(household.outstandingCents)}</span></p>
<ul class="lines">
${household.invoices.map(
  ({ id, externalInvoiceNumber: number, customerName: name, outstandingCents }) => html`<li><span>${
    name === null ? number : say("together.each", { number, name })
  }${id === invoice.id && html`<small>${say("together.this")}</small>`}</span><span>${money(outstandingCents)}</span></li>
`,
)}</ul>
${transferPart({ ...page, transfer: household.transfer }, { isOpen: true })}
<p class="small">${say("together.oneByOne")}</p>
</section>
<h2>${say("together.onlyThis")}</h2>`;
}
