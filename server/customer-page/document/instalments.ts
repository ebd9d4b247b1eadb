import type { InstalmentTerms, InstalmentWords, NoInstalments } from "@/server/customer-page/instalment-offer";
import { versionOfInstalments } from "@/server/customer-page/instalment-offer";
import { dayAt } from "@/server/domain/formats/calendar";
import type { OfferedPlan } from "@/server/domain/rules/instalment-parts";
import { html, type Markup } from "@/server/platform/html";
import { documentOf } from "./document";
import type { CustomerPage } from "./page";
import { notice } from "./parts";
import type { Reading } from "./reading";

/** Reasons that the page states: the others are plain from the rest of the page, or the company offers no instalments. */
const statedReasons = ["too_small", "law", "period_over", "overdue", "household"] as const satisfies NoInstalments[];

/** Where the invoice can be paid in instalments, a link to choose them; otherwise why not, if the import offers them at all. */
export function instalmentSection({ instalmentOffer: offer, invoice, path, reading }: CustomerPage): Markup | undefined {
  const { say } = reading;
  if ("reason" in offer) {
    const stated = statedReasons.find((reason) => reason === offer.reason);
    const isOpen = !invoice.retractedAt && invoice.account.outstandingCents > 0;
    if (!stated || !isOpen) return undefined;
    return html`<section class="stack tight" id="instalments">
<h2>${say("instalments.title")}</h2>
<p class="small">${say(`instalments.reasons.${stated}`)}</p>
</section>`;
  }
  const most = Math.max(...offer.plans.map(({ parts }) => parts.length));
  return html`<section class="stack" id="instalments">
<h2>${say("instalments.title")}</h2>
<p>${say("instalments.offer", { count: most })}</p>
<a class="button" href="${path}/instalments">${say("instalments.choose")}</a>
</section>`;
}

/** The parts of the plan by which the invoice is paid, with what is open of each; undefined without one. */
export function partsList({ plan, invoice, reading }: Pick<CustomerPage, "plan" | "invoice" | "reading">): Markup | undefined {
  const divided = plan?.instalments;
  if (!divided) return undefined;
  const { say, money, day } = reading;
  const today = dayAt(invoice.now);
  // Nothing is left of a missed part that was spread, or of one that a credit took back.
  const shown = divided.parts.filter(({ amountCents }) => amountCents > 0);
  return html`<div class="stack tight">
<h2>${say("instalments.yours")}</h2>
<ul class="lines">
${shown.map((part) => {
  const date = day(part.number === divided.next.number ? divided.dueOn : part.dueOn);
  const isLate = part.openCents > 0 && part.dueOn < today && divided.dueOn < today;
  const words = part.openCents === 0 ? say("instalments.done") : say(isLate ? "instalments.late" : "due.by", { date });
  return html`<li><span>${nameOfPart(part.number, divided.parts.length, reading)}<small>${words}</small></span><span>${money(part.openCents === 0 ? part.amountCents : part.openCents)}</span></li>
`;
})}<li class="sum"><span>${say("instalments.left")}</span><span class="total">${money(invoice.account.outstandingCents)}</span></li>
</ul>
<p class="small">${say("instalments.missed", { missed: divided.next.number === divided.parts.length ? "end" : divided.missed })}</p>
</div>`;
}

/** The parts in plain text, for the PDF; none without a plan. */
export function partsWords({ plan, reading }: Pick<CustomerPage, "plan" | "reading">): string[] {
  const divided = plan?.instalments;
  if (!divided) return [];
  const { say, money, day } = reading;
  const open = divided.parts.filter(({ openCents }) => openCents > 0);
  return open.map((part) => {
    const date = day(part.number === divided.next.number ? divided.dueOn : part.dueOn);
    return say("instalments.line", { name: nameOfPart(part.number, divided.parts.length, reading), amount: money(part.openCents), date });
  });
}

export function nameOfPart(number: number, count: number, { say }: Pick<Reading, "say">): string {
  return say("instalments.part", { number: String(number), count: String(count) });
}

/** Returns the words that a customer agrees to. */
export function wordsOfInstalments(
  { companyName: company, number, missed }: InstalmentTerms,
  { parts, feeCents }: OfferedPlan,
  reading: Pick<Reading, "say" | "money" | "day">,
): InstalmentWords {
  const { say, money, day } = reading;
  const fee = feeCents > 0 ? [say("instalments.form.fee", { fee: money(feeCents) })] : [say("instalments.form.free")];
  return {
    title: say("instalments.form.title", { number, count: String(parts.length) }),
    parts: parts.map(({ amountCents, dueOn }, index) => [
      nameOfPart(index + 1, parts.length, reading),
      say("instalments.amountBy", { amount: money(amountCents), date: day(dueOn) }),
    ]),
    paragraphs: [...fee, say("instalments.form.onTime", { company }), say("instalments.missed", { missed })],
  };
}

interface InstalmentPage {
  reading: Reading;
  style: string;
  path: string;
  terms: InstalmentTerms;
  /** The chosen plan; undefined: none is chosen yet. */
  chosen: OfferedPlan | undefined;
  /** Text of a refusal. */
  refusal?: string;
}

/** Page on which the customer chooses a number of parts, reads what they are, and agrees. */
export function instalmentPage({ reading, style, path, terms, chosen, refusal }: InstalmentPage): Markup {
  const { say, money, locale } = reading;
  const words = chosen && wordsOfInstalments(terms, chosen, reading);
  const title = words?.title ?? say("instalments.title");
  const choices = html`<form class="stack tight" method="get" action="${path}/instalments">
<p>${say("instalments.how")}</p>
${terms.plans.map(
  ({
    parts,
  }) => html`<button class="button" name="parts" value="${parts.length}">${say("instalments.choice", { count: parts.length, amount: money(parts[0]?.amountCents ?? 0) })}</button>
`,
)}</form>`;
  const body = html`<main class="sheet">
<header class="stack tight"><p class="company">${terms.companyName}</p><h1>${title}</h1></header>
${refusal && notice("late", html`<p>${refusal}</p>`, "alert")}
${
  chosen && words
    ? html`<dl class="facts stacked">${words.parts.map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>
${words.paragraphs.map(
  (text) => html`<p>${text}</p>
`,
)}<form class="stack" method="post" action="${path}/instalments">
<input type="hidden" name="version" value="${versionOfInstalments(terms, chosen, words)}">
<button class="button primary" name="parts" value="${chosen.parts.length}">${say("instalments.form.agree")}</button>
</form>
<details><summary>${say("instalments.form.other")}</summary>${choices}</details>`
    : choices
}
<a class="button" href="${path}">${say("contact.back")}</a>
</main>`;
  return documentOf({ locale, title, style, body });
}
