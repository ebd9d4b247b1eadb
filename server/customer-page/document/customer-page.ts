import { addDays } from "@/server/domain/formats/calendar";
import { locales, nameOfLocale } from "@/server/domain/formats/locales";
import { env } from "@/server/env";
import { html, type Markup, trusted } from "@/server/platform/html";
import { accountRows } from "./account-rows";
import { amountDue, payBar } from "./amount-due";
import { contactSection } from "./contact";
import { documentOf } from "./document";
import { instalmentSection } from "./instalments";
import { mandateSection } from "./mandate";
import { nextSteps } from "./next-steps";
import type { CustomerPage } from "./page";
import { icon, notice } from "./parts";
import { promiseNotice, promiseSection } from "./promise";
import { questions } from "./questions";
import { kindOf, labelOfSum, nameOf, titleOf } from "./reading";
import { othersOpen, stillOpen, together } from "./together";
import { COPY_SCRIPT } from "./transfer";

/** An invoice as its customer sees it: the amount, ways to pay, the lines, questions, and contact details. */
export function customerPage(page: CustomerPage): Markup {
  const { invoice, reading, path, done, refusal } = page;
  const { say } = reading;
  const title = titleOf(invoice, say);
  const company = invoice.companyName;
  const service = env().SERVICE_NAME;
  const body = html`<main class="sheet">
${page.isSandbox && notice("attention", html`<p><b>${say("sandbox")}</b></p>`)}
<header class="stack tight">
<p class="company"><span class="monogram" aria-hidden="true">${monogramOf(invoice.companyName)}</span>${invoice.companyName}</p>
<h1>${title}</h1>
<p class="small faint">${nameOf(invoice, say)}${invoice.transmittedAt && html` · ${datedWords(page, invoice.transmittedAt)}`}</p>
</header>
${done && notice("done", html`<p>${say(`done.${done}`)}</p>`, "status")}
${refusal && notice("late", html`<p>${refusal}</p>`, "alert")}
${holdNotice(page)}
${together(page)}
${amountDue(page)}
${!page.household && isToBePaid(page) && othersOpen(page)}
${accountLines(page)}
${!isToBePaid(page) && stillOpen(page)}
${nextSteps(page)}
${promiseSection(page)}
${instalmentSection(page)}
${questions(page)}
${mandateSection(page)}
${contactSection(page)}
<footer class="stack tight small">
<p><a class="row" href="${path}/pdf">${icon("download")}${say("foot.pdf", { name: nameOf(invoice, say) })}</a></p>
<p><a class="row" href="/genuine">${icon("shield")}${say("foot.isItReal", { what: kindOf(invoice) })}</a></p>
${languages(page)}
<p class="faint">${service ? say("foot.sentBy", { service, company }) : say("foot.onBehalfOf", { company })}</p>
</footer>
</main>
${payBar(page)}
${(page.transfer || page.household?.transfer) && html`<script>${trusted(COPY_SCRIPT)}</script>`}`;
  return documentOf({ locale: reading.locale, title: `${title}, ${invoice.companyName}`, style: page.style, body });
}

/**
 * Notice that the customer need not pay at the moment. There is none after collection was stopped or handed over: the company itself then
 * informs its customer.
 */
function holdNotice({ invoice: { hold, atDesk, retractedAt, companyName }, reading }: CustomerPage): Markup | undefined {
  const { say, day } = reading;
  if (retractedAt) return undefined;
  // A payment at the desk may be another customer's, so no details of it are shown.
  if (!hold) return atDesk ? notice("waiting", html`<p>${say("held.atDesk", { company: companyName })}</p>`) : undefined;
  if (hold.kind === "objected") return notice("waiting", html`<p>${say("held.objected", { company: companyName })}</p>`);
  if (!hold.until) return undefined;
  if (hold.promisedOn) return promiseNotice({ promisedOn: hold.promisedOn, until: hold.until }, reading);
  return notice("waiting", html`<p>${say("held.paused", { date: day(addDays(hold.until, 1)) })}</p>`);
}

function isToBePaid({ invoice: { retractedAt, account } }: CustomerPage): boolean {
  return !retractedAt && account.outstandingCents > 0;
}

/** Each language is named in that language, so that people find theirs on a page they cannot read. */
function languages({ path, reading: { say, locale } }: CustomerPage): Markup {
  return html`<form class="languages" method="post" action="${path}/language" aria-label="${say("foot.language")}">
${locales.map(
  (
    each,
  ) => html`<button class="link" name="locale" value="${each}" lang="${each}"${each === locale && html` aria-current="true"`}>${nameOfLocale[each]}</button>
`,
)}</form>`;
}

function accountLines(page: CustomerPage): Markup {
  const { invoice, reading } = page;
  const { say, money, date } = reading;
  return html`<section class="stack tight">
<h2>${say("lines.title", { what: kindOf(invoice) })}</h2>
<ul class="lines">
${accountRows(page, reading).map(
  ({
    words,
    note,
    date: at,
    amountCents,
  }) => html`<li><span>${words}<small>${date(at)}</small>${note !== "" && html`<small>${note}</small>`}</span><span>${money(amountCents)}</span></li>
`,
)}<li class="sum"><span>${labelOfSum(page, reading)}</span><span class="total">${money(Math.abs(invoice.account.outstandingCents))}</span></li>
</ul>
</section>`;
}

/** Says when the invoice was sent, or only its date until it reaches the customer. */
function datedWords({ invoice, plan, reading: { say, date } }: CustomerPage, at: Date): string {
  const isToCome = invoice.isNotAsked || plan?.items.some(({ kind }) => kind === "request1");
  return say(isToCome ? "pdf.invoiceDate" : "sent", { what: kindOf(invoice), date: date(at) });
}

/** Returns the first letters of the first two capitalised words. */
function monogramOf(name: string): string {
  const capitals = name.split(/\s+/).flatMap((word) => /^\p{Lu}/u.exec(word) ?? []);
  return capitals.length > 0 ? capitals.slice(0, 2).join("") : name.slice(0, 2).toUpperCase();
}
