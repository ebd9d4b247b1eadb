import type { InvoiceRecord } from "@/server/billing/invoices/invoice-record";
import { isReminder } from "@/server/domain/rules/collection-messages";
import { canFollow, LONGEST_HOLD_REASON } from "@/server/domain/rules/holds";
import { html, type Markup } from "@/server/platform/html";
import { isHeld } from "./next-steps";
import { type CustomerPage, openings } from "./page";
import { field } from "./parts";
import { feeLawOf, type Reading } from "./reading";

/** Questions and answers, and a form for the next question. Does not reveal which person at the company answered. */
export function questions({ tickets, invoice, plan, path, question, opening, reading }: CustomerPage): Markup {
  const { say, count, moment } = reading;
  return html`<section class="stack" id="questions">
<h2>${say("questions.title")}</h2>
${
  tickets.length > 0 &&
  html`<div class="conversation">
${tickets.map(({ sender, status, message, createdAt }) => {
  const isOwn = sender === "customer";
  return html`<article class="message${isOwn && " own"}"><header><b>${isOwn ? say("questions.you") : invoice.companyName}</b><time datetime="${createdAt.toISOString()}">${moment(createdAt)}</time>${
    status === "unanswered" && html`<span class="waits">${say("questions.waits")}</span>`
  }</header><div class="text">${message}</div></article>
`;
})}</div>`
}
${
  asksForMoney(invoice) &&
  html`<p class="links">${openings.map((about) => html`<a href="${path}?about=${about}#questions">${say(`questions.openings.${about}.link`)}</a> `)}</p>`
}
<form class="stack" method="post" action="${path}/question">
${field({
  id: "message",
  label: say("questions.label"),
  hint: say("questions.hint", { company: invoice.companyName, most: count(LONGEST_HOLD_REASON) }),
  problem: question?.problem,
  maxlength: LONGEST_HOLD_REASON,
  control: (attributes) => html`<textarea${attributes} rows="3" required>
${question?.message ?? (opening && say(`questions.openings.${opening}.text`))}</textarea>`,
})}
${
  canObject(invoice) &&
  html`<label class="tick" for="objects"><input type="checkbox" id="objects" name="objects" value="yes"${question?.objects && html` checked`}><span>${say("questions.objects")}<small>${say(
    "questions.objectsHint",
    {
      company: invoice.companyName,
      next: nextReminders(plan, invoice),
      fee: plan?.fee?.elsewhere === null ? "coming" : "none",
      law: feeLawOf(invoice),
    },
  )}${debitAfterObjection(plan, reading)}</small></span></label>`
}
<button class="button">${say("questions.send")}</button>
</form>
</section>`;
}

/**
 * Returns a sentence on what becomes of the direct debits of an invoice in dispute: planned ones do not collect it, one at the bank may. Empty if
 * none is to come.
 */
function debitAfterObjection(plan: CustomerPage["plan"], { say, day }: Reading): string {
  const debit = plan?.debit;
  if (!debit || debit.isEnding) return "";
  const planned = plan.instalments?.debits.filter(({ status }) => status === "scheduled").length ?? 0;
  const date = day(debit.collectOn);
  if (debit.status === "at_bank") return ` ${say("questions.objectsDebit", { which: planned > 0 ? "bankFirst" : "bank", date })}`;
  const isShared = debit.wholeCents > debit.amountCents;
  const single = isShared ? "shared" : "one";
  return ` ${say("questions.objectsDebit", { which: planned > 1 ? "several" : single, date })}`;
}

/**
 * Returns the reminders that an objection stops: the `last` one, `earlier` ones, both (`more`), or `none`. Reminders of missed instalments are
 * `earlier` ones. While nothing may be demanded, the plan is not known, and both may follow.
 */
function nextReminders(plan: CustomerPage["plan"], invoice: InvoiceRecord): "none" | "earlier" | "last" | "more" {
  const reminders = plan?.items.map(({ kind }) => kind).filter(isReminder) ?? [];
  const [first] = reminders;
  if (first === "reminder3") return "last";
  if (first) return reminders.includes("reminder3") ? "more" : "earlier";
  if (plan?.instalments) return "earlier";
  const mayFollow = plan && !plan.isReminderOver && (isHeld(invoice) || invoice.isPaymentInProgress);
  return mayFollow ? "more" : "none";
}

/** Whether the customer is asked to pay, and no stronger hold prevents an objection. */
function canObject(invoice: InvoiceRecord): boolean {
  return asksForMoney(invoice) && canFollow("objected", invoice.hold?.kind);
}

function asksForMoney({ retractedAt, account }: InvoiceRecord): boolean {
  return !retractedAt && account.outstandingCents > 0;
}
