import type { PlannedItem } from "@/server/billing/collection/plan";
import { dayAt } from "@/server/domain/formats/calendar";
import { isReminder } from "@/server/domain/rules/collection-messages";
import { html, type Markup } from "@/server/platform/html";
import type { CustomerPage } from "./page";
import type { Reading } from "./reading";

/** Steps that follow unless the invoice is paid. There are none while a payment is in progress. */
export function nextSteps({ plan, invoice, reading }: CustomerPage): Markup | undefined {
  if (!plan || plan.items.length === 0) return undefined;
  const { say, date } = reading;
  return html`<section class="stack tight">
<h2>${say("next.title")}</h2>
<ol class="steps">
<li class="now">${say("next.today", { date: date(invoice.now, "long") })}</li>
${plan.items.map(
  (item) => html`<li>${wordsOf(item, reading)}<time datetime="${item.at.toISOString()}">${date(item.at, "today")}</time></li>
`,
)}</ol>
</section>`;
}

/** Returns the due day, or a text that it has passed. */
export function dueFact({ plan, invoice, reading: { say, day } }: CustomerPage): Markup | undefined {
  if (!plan) return undefined;
  const isOverdue = plan.dueOn < dayAt(invoice.now);
  return html`<p class="fact${isOverdue && " overdue"}">${say(isOverdue ? "due.overdue" : "due.by", { date: day(plan.dueOn) })}</p>`;
}

function wordsOf(item: PlannedItem, { say, money }: Reading): string {
  if (item.kind === "late_payment_fee") return say("next.fee", { amount: money(item.amountCents) });
  return isReminder(item.kind) ? say("next.reminder", { number: item.kind.slice(-1) }) : say("next.request");
}
