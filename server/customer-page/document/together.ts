import { wordsOfHold } from "@/server/billing/collection/stated-hold";
import { addDays } from "@/server/domain/formats/calendar";
import { html, type Markup } from "@/server/platform/html";
import type { HouseholdLine } from "../describe-for-customer";
import { dueWords } from "./next-steps";
import type { CustomerPage } from "./page";
import type { Reading } from "./reading";
import { transferPart } from "./transfer";

/** Lists the invoices that are asked for together, their sum, and one transfer for all of them; undefined if the invoice has no household. */
export function together(page: CustomerPage): Markup | undefined {
  const { household, reading } = page;
  if (!household) return undefined;
  const { say, money, either } = reading;
  const { transfer, invoices } = household;
  const amount = money(page.invoice.account.outstandingCents);
  const others = invoices.filter(({ id }) => id !== page.invoice.id);
  // While a payment for this invoice is in progress, the others are asked for without it.
  const isOneOfThem = others.length < invoices.length;
  const where = household.isInNewestMail ? "newest" : "each";
  const byTransfer = isOneOfThem ? "choice" : "all";
  const methods = transfer && isOneOfThem ? page.methods.map((method) => say(`methods.${method}`)) : [];
  return html`<section class="stack">
<h2>${say("together.title", { count: String(invoices.length), also: page.alsoOpen.length > 0 ? "some" : "none" })}</h2>
<p class="amount"><span class="total">${money(household.outstandingCents)}</span></p>
<p>${say("together.how", { way: transfer ? byTransfer : "each", count: invoices.length, amount })}</p>
${linesOf(invoices, page)}
${transferPart({ ...page, transfer }, { isOpen: true, invoices: invoices.length })}
${othersOpen(page)}
<p class="small">${say("together.oneByOne", { count: others.length, other: others[0]?.externalInvoiceNumber ?? "", where })}</p>
</section>
<h2>${say("together.onlyThis")}</h2>
${methods.length > 0 && html`<p>${say("together.online", { methods: either(methods) })}</p>`}`;
}

/** Lists the household's open invoices that the newest mail does not ask for; undefined if there are none. */
export function othersOpen(page: CustomerPage): Markup | undefined {
  if (page.alsoOpen.length === 0) return undefined;
  return html`<section class="stack tight">
<h3>${page.reading.say("together.alsoOpen")}</h3>
${linesOf(page.alsoOpen, page)}
${!page.household && linksOf(page)}
</section>`;
}

/** Says where the links to the other invoices are; undefined unless each was mailed, with its day to pay by. */
function linksOf({ alsoOpen, reading }: Pick<CustomerPage, "alsoOpen" | "reading">): Markup | undefined {
  if (!alsoOpen.every(({ days }) => days?.payBy)) return undefined;
  return html`<p class="small">${reading.say("together.links", { count: alsoOpen.length })}</p>`;
}

/** Lists the payer's other open invoices, on the page of an invoice on which nothing is to be paid; undefined if there are none. */
export function stillOpen({ alsoOpen, ...page }: CustomerPage): Markup | undefined {
  const count = alsoOpen.length;
  if (count === 0) return undefined;
  const { say } = page.reading;
  return html`<section class="stack tight">
<h2>${say("together.others", { count })}</h2>
${linesOf(alsoOpen, page)}
${linksOf({ alsoOpen, reading: page.reading })}
</section>`;
}

type Reader = Pick<CustomerPage, "invoice" | "reading">;

function linesOf(lines: readonly HouseholdLine[], page: Reader): Markup {
  return html`<ul class="lines">
${lines.map((line) => lineOf(line, page))}</ul>`;
}

function lineOf({ id, externalInvoiceNumber: number, customerName: name, outstandingCents, days }: HouseholdLine, page: Reader): Markup {
  const { invoice, reading } = page;
  const { say, money } = reading;
  const title = name === null ? number : say("together.each", { number, name });
  const timing = days
    ? html`<small>${dayToPayWords(days, outstandingCents, page)}</small>${holdWords(days, reading)}`
    : html`<small>${say("together.ofOther")}</small>`;
  const ofThisPage = id === invoice.id && html`<small>${say("together.this")}</small>`;
  return html`<li><span>${title}${timing}${ofThisPage}</span><span>${money(outstandingCents)}</span></li>
`;
}

/** Words the day to pay by that the newest mail names, or else the last day to pay in time. */
function dayToPayWords(
  { hold, ...plan }: NonNullable<HouseholdLine["days"]>,
  outstandingCents: number,
  { invoice: { now }, reading }: Reader,
): string {
  // The day that a mail names comes behind the due day.
  return dueWords({ plan, invoice: { now, hold, account: { outstandingCents } } }, reading).at(-1)?.words ?? "";
}

/** Says why nothing is asked for at the moment; undefined if there is no hold. */
function holdWords({ hold }: NonNullable<HouseholdLine["days"]>, { say, day }: Reading): Markup | undefined {
  if (!hold) return undefined;
  // Reminders continue on the day after the hold's last one.
  const date = hold.until ? day(addDays(hold.until, 1)) : "";
  return html`<small>${say("together.held", { kind: wordsOfHold(hold), date })}</small>`;
}
