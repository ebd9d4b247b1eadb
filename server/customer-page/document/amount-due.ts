import { html, type Markup } from "@/server/platform/html";
import { debitNotice, failedDebitNotice } from "./debit";
import { donationForm } from "./donation";
import { nameOfPart, partsList } from "./instalments";
import { dueFacts } from "./next-steps";
import type { CustomerPage } from "./page";
import { icon, notice } from "./parts";
import { isCreditNote, stateOfAccount } from "./reading";
import { undecidedWords } from "./retraction";
import { transferPart } from "./transfer";

/** The outstanding amount, and ways to pay it. */
export function amountDue(page: CustomerPage): Markup {
  const { invoice, reading } = page;
  const { money } = reading;
  const { retractedAt } = invoice;
  const { outstandingCents: cents } = invoice.account;
  if (retractedAt && cents >= 0) return retraction(page, retractedAt);
  return html`<section class="stack" aria-label="${stateOfAccount(invoice, reading)}">
${retractedAt && retraction(page, retractedAt)}
<div>
${cents !== 0 && html`<p class="small faint">${page.plan?.instalments ? nameOfNextPart(page) : stateOfAccount(invoice, reading)}</p>`}
<p class="amount"><span class="total">${money(Math.abs(shownCents(page)))}</span></p>
${cents === 0 && html`<p class="fact paid">${icon("check")}${stateOfAccount(invoice, reading)}</p>`}
${cents > 0 && !page.plan?.debit && dueFacts(page)}
</div>
${cents > 0 && debitNotice(page)}
${cents > 0 && failedDebitNotice(page)}
${cents < 0 && refundText(page)}
${page.plan?.debit ? waysBesideDebit(page) : allWaysToPay(page)}
${partsList(page)}
</section>`;
}

/** Returns the amount to pay now, in cents; below 0 the amount owed to the customer. On a settled invoice, the amount that was paid. */
function shownCents({ invoice: { account }, toPayCents }: CustomerPage): number {
  if (account.outstandingCents === 0) return account.paidCents;
  return account.outstandingCents > 0 ? toPayCents : account.outstandingCents;
}

/** Returns the name of the instalment that is to be paid next. */
function nameOfNextPart({ plan, reading }: CustomerPage): string {
  const divided = plan?.instalments;
  return divided ? nameOfPart(divided.next.number, divided.count, reading) : "";
}

function allWaysToPay(page: CustomerPage): Markup {
  return html`${page.invoice.account.outstandingCents > 0 && waysToPay(page)}
${page.lastPayment?.status !== "pending" && transferPart(page, page.household ? { isOpen: false, canSay: false } : {})}
${page.canDonate && donationForm(page)}`;
}

/**
 * Ways to pay instead of a planned direct debit, out of sight. Once the bank may have it, only a transfer for an instalment that no debit collects;
 * otherwise none.
 */
function waysBesideDebit(page: CustomerPage): Markup | undefined {
  const { plan, methods, transfer, lastPayment, reading } = page;
  if (lastPayment?.status === "pending") return waysToPay(page);
  if (plan?.debit?.status === "at_bank") return transferPart(page);
  if (methods.length === 0 && !transfer) return undefined;
  if (plan?.debit?.isEnding)
    return html`<details><summary>${reading.say("debit.payNow")}</summary><div class="stack">${allWaysToPay(page)}</div></details>`;
  return html`<details><summary>${reading.say("debit.otherwise")}</summary><div class="stack">
<p class="small">${reading.say(plan?.instalments ? "instalments.takesOut" : "debit.takesOut")}</p>
${allWaysToPay(page)}
</div></details>`;
}

/** Text about the amount owed to the customer, and a link to name the account that should receive it if none is known. */
function refundText({ invoice, isAccountNeeded, path, reading: { say } }: CustomerPage): Markup {
  const company = invoice.companyName;
  const isNeeded = isAccountNeeded && !invoice.accountChange;
  const ofSurplus = isNeeded ? "due.owedGive" : "due.owedBody";
  const words = isCreditNote(invoice) ? "due.creditNoteBody" : ofSurplus;
  return html`<p>${say(words, { company })}</p>
${isNeeded && html`<a class="button primary" href="${path}/contact">${say("due.whereTo", { company })}</a>`}`;
}

/**
 * Bar with a pay button, visible while the first button is scrolled out of view. Undefined if the household pays another sum, a direct debit pays
 * the invoice, or a payment is in progress.
 */
export function payBar({
  toPayCents,
  household,
  methods,
  plan,
  lastPayment,
  path,
  reading: { say, money },
}: CustomerPage): Markup | undefined {
  const [usual] = methods;
  const isPaidOtherwise = household || plan?.debit || lastPayment?.status === "pending";
  if (!usual || isPaidOtherwise) return undefined;
  return html`<form class="pay-bar" method="post" action="${path}/payment" aria-label="${say("pay.short")}">
<p><small>${say("due.toPay")}</small>${money(toPayCents)}</p>
<button class="button primary" name="method" value="${usual}">${say("pay.short")}</button>
</form>`;
}

function retraction({ invoice, reading: { say, date, money } }: CustomerPage, retractedAt: Date): Markup {
  const reason = invoice.showRetractionReasonToCustomer && invoice.retractionReason;
  const { paidCents } = invoice.account;
  const undecided = undecidedWords(invoice, { say, money }, "page");
  return notice(
    "waiting",
    html`<p>${say("retracted.title", { date: date(retractedAt) })} ${say("retracted.body")}</p>
${reason && html`<p>${say("retracted.reason", { reason })}</p>`}
${paidCents > 0 && html`<p>${[say("retracted.paid", { amount: money(paidCents) }), ...undecided].join(" ")}</p>`}`,
  );
}

function waysToPay(page: CustomerPage): Markup {
  const { lastPayment, methods, path, reading } = page;
  const { say, money, date } = reading;
  const [usual, ...others] = methods;
  if (lastPayment?.status === "pending") {
    const amount = money(lastPayment.amountCents);
    const method = say(`methods.${lastPayment.method}`);
    return html`${notice("moving", html`<p>${say("pay.inProgress", { amount, method })} ${say("pay.inProgressBody")}</p>`)}
<form class="stack tight" method="post" action="${path}/payment">
${
  methods.some((offered) => offered === lastPayment.method) &&
  html`<button class="button" name="method" value="${lastPayment.method}">${say("pay.goOn")}</button>`
}
${methods.length > 0 && moreWays(say("pay.otherwise"), methods, page)}
</form>`;
  }
  if (!usual) return html``;
  return html`${lastPayment && lastPayment.status !== "paid" && notice("attention", html`<p>${say("pay.ended", { date: date(lastPayment.createdAt) })}</p>`)}
<form class="stack tight" method="post" action="${path}/payment">
<button class="button primary" name="method" value="${usual}">${payNow(usual, page)}</button>
${others.length > 0 && moreWays(say("pay.otherWays"), others, page)}
</form>`;
}

function moreWays(summary: string, methods: CustomerPage["methods"], page: CustomerPage): Markup {
  return html`<details><summary>${summary}</summary><div class="stack tight">
${methods.map((method) => html`<button class="button" name="method" value="${method}">${payNow(method, page)}</button>`)}
</div></details>`;
}

/** Returns the words of a pay button: how much it pays, and by which method. */
function payNow(method: CustomerPage["methods"][number], { toPayCents, reading: { say, money } }: CustomerPage): string {
  return say("pay.now", { amount: money(toPayCents), method: say(`methods.${method}`) });
}
