import type { PromiseToSay } from "@/server/customer-page/promise-day";
import type { NoPromise } from "@/server/customer-page/promise-offer";
import { addDays } from "@/server/domain/formats/calendar";
import { html, type Markup } from "@/server/platform/html";
import type { CustomerPage } from "./page";
import { field, notice } from "./parts";
import type { Reading } from "./reading";

/**
 * Form on which the customer names the day by which they will pay; undefined if they can name none. After a missed promise, a sentence with its
 * day instead, because no other day can be promised.
 */
export function promiseSection({
  promiseOffer: offer,
  promise,
  plan,
  invoice,
  household,
  path,
  reading,
}: CustomerPage): Markup | undefined {
  const { say, day } = reading;
  if ("reason" in offer) {
    const isOpen = !invoice.retractedAt && invoice.account.outstandingCents > 0;
    if (!isOpen || plan?.promise?.state !== "missed") return undefined;
    return html`<section id="promise"><p class="small">${say("promise.missed", { date: day(plan.promise.promisedOn) })}</p></section>`;
  }
  const { from, to, covers } = offer;
  const limits = { from: day(from), to: day(to), days: from === to ? "one" : "several" };
  const apart = (household?.invoices ?? [])
    .filter(({ id }) => !covers.some((covered) => covered.id === id))
    .map(({ id, externalInvoiceNumber: number }) => ({ id, number }));
  return html`<section class="stack" id="promise">
<h2>${say("promise.title")}</h2>
<p>${say("promise.how", { company: invoice.companyName })} ${say("promise.unchanged")}</p>
<p class="small">${say("promise.covers", namesOf(covers))}</p>
${apart.length > 0 && html`<p class="small">${say("promise.apart", namesOf(apart))}</p>`}
<form class="stack tight" method="post" action="${path}/promise">
${field({
  id: "day",
  label: say("promise.day"),
  hint: say("promise.limits", limits),
  ...(promise && { value: promise.day, problem: say("promise.invalid", limits) }),
  control: (attributes) => html`<input${attributes} type="date" min="${from}" max="${to}" value="${promise?.day}" required>`,
})}
<button class="button">${say("promise.confirm")}</button>
</form>
</section>`;
}

/** Notice while a promised day is awaited. */
export function promiseNotice({ promisedOn, until }: Pick<PromiseToSay, "promisedOn" | "until">, { say, day }: Reading): Markup {
  return notice("waiting", html`<p>${say("promise.waiting", { date: day(promisedOn), next: day(addDays(until, 1)) })}</p>`);
}

/** Returns the text about a promise for the customer, in paragraphs, which is stored with the promise and mailed as it is. */
export function wordsOfPromise(
  { promisedOn, until, covers }: PromiseToSay,
  company: string,
  reading: Pick<Reading, "say" | "day">,
): string {
  const { say, day } = reading;
  return [
    say("promise.words", { company, date: day(promisedOn), next: day(addDays(until, 1)), ...namesOf(covers) }),
    say("promise.unchanged"),
  ].join("\n\n");
}

/** Returns the numbers of the invoices, and how many they are, for the words about a promise. */
function namesOf(covers: PromiseToSay["covers"]) {
  return { count: covers.length, invoices: covers.map(({ number }) => number).join(", ") };
}

/** Returns why no day was recorded. */
export function refusalOfPromise(reason: NoPromise, { say }: Pick<Reading, "say">): string {
  if (reason === "already_retracted" || reason === "nothing_outstanding") return say(`problems.${reason}`);
  return say("promise.refused", { reason });
}
