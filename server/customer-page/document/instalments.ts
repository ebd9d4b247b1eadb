import { beyondDebits, debitedCents } from "@/server/billing/collection/beyond-debits";
import type { InstalmentTerms, InstalmentWay, InstalmentWords, NoInstalments } from "@/server/customer-page/instalment-offer";
import { versionOfInstalments } from "@/server/customer-page/instalment-offer";
import { dayAt } from "@/server/domain/formats/calendar";
import type { OfferedPlan } from "@/server/domain/rules/instalment-parts";
import { nameAndValue } from "@/server/domain/words/spelling";
import { html, type Markup } from "@/server/platform/html";
import { documentOf } from "./document";
import type { CustomerPage } from "./page";
import { notice } from "./parts";
import type { Reading } from "./reading";

type Divided = NonNullable<NonNullable<CustomerPage["plan"]>["instalments"]>;

/** Reasons that the page states. For the others, the rest of the page shows why, or the company offers no instalments. */
const statedReasons = ["too_small", "law", "period_over", "overdue", "household"] as const satisfies NoInstalments[];

/** Link to choose instalments, or the reason why the invoice cannot be paid in any; undefined if the page states none. */
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
  const most = Math.max(...[...offer.plans, ...(offer.debit?.plans ?? [])].map(({ parts }) => parts.length));
  return html`<section class="stack" id="instalments">
<h2>${say("instalments.title")}</h2>
<p>${say("instalments.offer", { count: most })}</p>
<a class="button" href="${path}/instalments">${say("instalments.choose")}</a>
</section>`;
}

/** Lists the parts of the plan of instalments, with the amount open of each; undefined without a plan. */
export function partsList({ plan, invoice, reading }: Pick<CustomerPage, "plan" | "invoice" | "reading">): Markup | undefined {
  const divided = dividedNow(plan);
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
  const cents = debitedCents(divided.debits, part);
  const byTransfer = isLate ? "instalments.late" : "due.by";
  const unpaid = cents === undefined ? byTransfer : "instalments.debitOn";
  const words = part.openCents === 0 ? say("instalments.done") : say(unpaid, { date });
  return html`<li><span>${nameOfPart(part.number, divided.count, reading)}<small>${words}</small></span><span>${money(part.openCents === 0 ? part.amountCents : (cents ?? part.openCents))}</span></li>
`;
})}${beyondDebits(divided).map(
  ({
    cents,
    dueOn,
  }) => html`<li><span>${say("instalments.beyond")}<small>${say("due.by", { date: day(dueOn) })}</small></span><span>${money(cents)}</span></li>
`,
)}<li class="sum"><span>${say("instalments.left")}</span><span class="total">${money(invoice.account.outstandingCents)}</span></li>
</ul>
<p class="small">${isDebited(divided) ? say("instalments.ifNotDebited") : say("instalments.missed", { missed: divided.next.number === divided.parts.length ? "end" : divided.missed })}</p>
</div>`;
}

/** Returns the open parts in plain text, for the PDF; none without a plan. */
export function partsWords({ plan, reading }: Pick<CustomerPage, "plan" | "reading">): string[] {
  const divided = dividedNow(plan);
  if (!divided) return [];
  const { say, money, day } = reading;
  const open = divided.parts.filter(({ openCents }) => openCents > 0);
  const beyond = beyondDebits(divided).map(({ cents, dueOn }) =>
    say("instalments.line", { name: say("instalments.beyond"), amount: money(cents), date: day(dueOn) }),
  );
  const words = open.map((part) => {
    const cents = debitedCents(divided.debits, part);
    // The day that the reminder of a missed instalment names takes the place of the one before.
    const payBy = part.number === divided.next.number ? divided.lastOn : part.dueOn;
    const date = day(cents !== undefined && part.number === divided.next.number ? divided.dueOn : payBy);
    const amount = money(cents ?? part.openCents);
    const values = { name: nameOfPart(part.number, divided.count, reading), amount, date };
    return say(cents === undefined ? "instalments.line" : "instalments.lineDebit", values);
  });
  return [...words, ...beyond];
}

/** Returns the plan of instalments, without planned debits whose mandate has ended, because they do not take place. */
function dividedNow(plan: CustomerPage["plan"]): Divided | null | undefined {
  const divided = plan?.instalments;
  if (!divided || !plan.debit?.isEnding) return divided;
  return { ...divided, debits: divided.debits.filter(({ status }) => status !== "scheduled") };
}

/** Whether direct debits collect all instalments that are open. */
function isDebited({ parts, debits }: Divided): boolean {
  return parts.every((part) => part.openCents === 0 || debitedCents(debits, part) !== undefined);
}

/** Returns the name of the instalment that is to be paid next, and the amount to be paid now, in plain text. */
export function nextPartWords({ next, count, dueNowCents }: Divided, { say, locale, money }: Reading): string {
  return nameAndValue([nameOfPart(next.number, count, { say }), money(dueNowCents)], locale);
}

export function nameOfPart(number: number, count: number, { say }: Pick<Reading, "say">): string {
  return say("instalments.part", { number: String(number), count: String(count) });
}

/** Returns the words that a customer agrees to; by direct debit, they are the announcement of all debits. */
export function wordsOfInstalments(
  terms: InstalmentTerms,
  plan: OfferedPlan,
  reading: Pick<Reading, "say" | "money" | "day">,
): InstalmentWords {
  const { companyName: company, customerName: customer, number, missed } = terms;
  const { parts, feeCents } = plan;
  const { say, money, day } = reading;
  const debit = terms.debit?.plans.includes(plan) ? terms.debit : null;
  const instead = debit?.instead;
  const fee = feeCents > 0 ? [say("instalments.form.fee", { fee: money(feeCents) })] : [say("instalments.form.free")];
  return {
    title: say("instalments.form.title", { number, count: String(parts.length) }),
    parts: parts.map(({ amountCents, dueOn }, index) => [
      nameOfPart(index + 1, parts.length, reading),
      say(debit ? "instalments.amountOn" : "instalments.amountBy", { amount: money(amountCents), date: day(dueOn) }),
    ]),
    paragraphs: debit
      ? [
          say("instalments.form.debit", { company, customer, holder: debit.holder, iban: debit.ibanEnd }),
          say("instalments.form.mandate", { mandate: debit.mandateReference, creditor: debit.creditorIdentifier }),
          ...(instead ? [say("instalments.form.instead", { amount: money(instead.amountCents), date: day(instead.collectOn) })] : []),
          ...fee,
          say("instalments.form.announced"),
          say("instalments.form.notDebited"),
          say("instalments.missed", { missed }),
        ]
      : [...fee, say("instalments.form.onTime", { company }), say("instalments.missed", { missed })],
  };
}

interface InstalmentPage {
  reading: Reading;
  style: string;
  path: string;
  terms: InstalmentTerms;
  /** The chosen plan, and how it is paid; undefined: none is chosen yet. */
  chosen: OfferedPlan | undefined;
  way: InstalmentWay;
  /** Whether the payer may give a mandate on the page, by which instalments can be collected. */
  isMandateOffered: boolean;
  /** Text of a refusal. */
  refusal?: string;
}

/** Page on which the customer chooses a number of parts, reads what they are, and agrees. */
export function instalmentPage(page: InstalmentPage): Markup {
  const { reading, style, path, terms, chosen, way, refusal } = page;
  const { say, locale } = reading;
  const words = chosen && wordsOfInstalments(terms, chosen, reading);
  const title = words?.title ?? say("instalments.title");
  const choices = choicesOf(page);
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
<input type="hidden" name="way" value="${way}">
<button class="button primary" name="parts" value="${chosen.parts.length}">${say("instalments.form.agree")}</button>
</form>
<details><summary>${say("instalments.form.other")}</summary>${choices}</details>`
    : choices
}
<a class="button" href="${path}">${say("contact.back")}</a>
</main>`;
  return documentOf({ locale, title, style, body });
}

/** The numbers of parts that can be chosen, for each way of paying them, and a link to give a mandate. */
function choicesOf({ reading, path, terms, isMandateOffered }: InstalmentPage): Markup {
  const { say } = reading;
  const { plans, debit } = terms;
  const hasBoth = debit !== null && plans.length > 0;
  return html`<div class="stack"><p>${say("instalments.how")}</p>
${debit && html`<h2>${say("instalments.ways.debit")}</h2><p class="small">${say("instalments.ways.debitHow", { holder: debit.holder, iban: debit.ibanEnd })}</p>${choicesBy("debit", debit.plans, { reading, path })}`}
${hasBoth && html`<h2>${say("instalments.ways.transfer")}</h2>`}
${plans.length > 0 && choicesBy("transfer", plans, { reading, path })}
${!debit && isMandateOffered && html`<p class="small">${say("instalments.ways.mandateFirst")}</p><a class="button" href="${path}/mandate">${say("mandate.give")}</a>`}
</div>`;
}

function choicesBy(
  way: InstalmentWay,
  plans: readonly OfferedPlan[],
  { reading: { say, money }, path }: Pick<InstalmentPage, "reading" | "path">,
): Markup {
  return html`<form class="stack tight" method="get" action="${path}/instalments">
<input type="hidden" name="way" value="${way}">
${plans.map(
  ({
    parts,
  }) => html`<button class="button" name="parts" value="${parts.length}">${say("instalments.choice", { count: parts.length, amount: money(parts[0]?.amountCents ?? 0) })}</button>
`,
)}</form>`;
}
