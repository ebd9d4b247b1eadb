import type { InvoicePlan } from "@/server/billing/collection/describe-plan";
import type { PartOfFee } from "@/server/billing/collection/part-of-fee";
import type { PlannedItem } from "@/server/billing/collection/plan";
import { DEBIT } from "@/server/billing/collection/planned-debit";
import type { InstalmentStep } from "@/server/billing/collection/planned-instalments";
import { dayAt } from "@/server/domain/formats/calendar";
import { FEE_NOTE, isReminder } from "@/server/domain/rules/collection-messages";
import { lastArrival } from "@/server/domain/rules/late-fee";
import { endBehind } from "@/server/domain/words/spelling";
import { html, type Markup } from "@/server/platform/html";
import type { HouseholdLine } from "../describe-for-customer";
import type { CustomerPage } from "./page";
import { feeLawOf, type Reading } from "./reading";

/** A planned step that the page lists. */
type Step = Exclude<PlannedItem, { kind: typeof FEE_NOTE | typeof DEBIT | InstalmentStep["kind"] }>;

/** Steps that follow unless the invoice is paid. There are none while a payment is in progress. */
export function nextSteps(page: CustomerPage): Markup | undefined {
  const { plan, invoice, reading } = page;
  const items = plan?.items.flatMap((item) => (isListed(item, dayAt(invoice.now)) ? [item] : [])) ?? [];
  if (!plan || plan.instalments) return undefined;
  if (items.length === 0 && !plan.fee) return afterLastReminder(page);
  const { say, date } = reading;
  const { fee } = plan;
  const others = followedOthers(page);
  const firstAfterFee = fee ? items.find(({ at }) => dayAt(at) >= fee.chargedOn) : undefined;
  return html`<section class="stack tight">
<h2>${say("next.title")}</h2>
<ol class="steps">
<li class="now">${say("next.today", { date: date(invoice.now, "long") })}</li>
${items.map(
  (item) => html`${item === firstAfterFee && feeElsewhere(page)}<li>${wordsOf(item, page)}${timeOf(item, reading)}</li>
`,
)}${!firstAfterFee && feeElsewhere(page)}</ol>
${others[0] && html`<p class="small">${say("next.othersOwn", { count: others.length, other: others[0].externalInvoiceNumber })}</p>`}
</section>`;
}

/**
 * Whether a step is listed. Not listed are the note before a fee, because the fee itself is, a direct debit that is not announced yet, and
 * instalments, which have a list of their own. A fee is listed until its last free day: later, its words would name a day that is over.
 */
function isListed(item: PlannedItem, today: string): item is Step {
  if (item.kind === FEE_NOTE || item.kind === DEBIT || "number" in item) return false;
  return item.kind !== "late_payment_fee" || item.graceUntil >= today;
}

/** Returns the invoice's number, if the page shows others as well; otherwise `none`. */
function nameAmongOthers({ household, alsoOpen, invoice }: CustomerPage): string {
  return household || alsoOpen.length > 0 ? invoice.externalInvoiceNumber : "none";
}

/** Returns the other invoices that the page shows and about which reminders are still to come, unless they are held. */
function followedOthers({ household, alsoOpen, invoice }: CustomerPage): HouseholdLine[] {
  const others = [...(household?.invoices ?? []), ...alsoOpen].filter(({ id }) => id !== invoice.id);
  return others.filter(({ days }) => days === null || (days.isFollowed && !days.hold));
}

/** Returns the words of the last reminder about what follows, until the day to pay by that it names is over. */
function afterLastReminder({ plan, invoice, reading, consequence }: CustomerPage): Markup | undefined {
  if (!plan?.isReminderOver || isHeld(invoice)) return undefined;
  if (!plan.payBy || plan.payBy < dayAt(invoice.now)) return undefined;
  const { say, day } = reading;
  const payBy = day(plan.payBy);
  const company = invoice.companyName;
  const words = consequence
    ? say("next.consequence", { payBy, company, words: consequence, end: endBehind(consequence) })
    : say("next.afterwards", { payBy, company });
  return html`<section class="stack tight">
<h2>${say("next.title")}</h2>
<p>${words}</p>
</section>`;
}

/** Returns the fee on another invoice of the same payer, if one reminder asks for that invoice together with this one. */
function feeElsewhere(page: CustomerPage): Markup | undefined {
  const fee = page.plan?.fee;
  if (!fee?.elsewhere) return undefined;
  const { say, money, day } = page.reading;
  const { amountCents, elsewhere: number, graceUntil: last, chargedOn } = fee;
  const amount = money(amountCents);
  const values = { amount, number, last: day(last), law: feeLawOf(page.invoice), ...partOf(fee.part, page.reading) };
  const words = withOrderDay(say("next.feeElsewhere", values), last, page);
  return html`<li>${words}${timeOfFee(chargedOn, day)}</li>
`;
}

/** Returns the part of the amount due that avoids the fee, and what was added since, in the words of the mails; `none` if it is all of it. */
function partOf(part: PartOfFee | null, { money }: Reading): { sum: string; added: string } {
  return part ? { sum: money(part.owedCents), added: money(part.addedCents) } : { sum: "none", added: "" };
}

/** Adds the last day on which a transfer arrives in time, if transfers are offered (decision 0161). */
function withOrderDay(words: string, last: string, { transfer, invoice, reading: { say, day } }: CustomerPage): string {
  return transfer ? `${words}. ${say("next.orderDay", { day: day(lastArrival(last), "whole"), law: feeLawOf(invoice) })}` : words;
}

/** Whether the fee certainly stands for all invoices that the page shows. Before a reminder names it for them, each may get its own fee. */
function isFeeOnce({ household, plan }: CustomerPage): "yes" | "no" {
  return household?.invoices.every(({ id }) => plan?.ofOneFee.includes(id)) ? "yes" : "no";
}

/**
 * States the due day, or that it is over, and the day to pay by that the newest message names, if that is later. After a returned payment, the day
 * that the mail about it names takes the place of an earlier due day.
 */
export function dueFacts(page: CustomerPage): Markup[] {
  return dueWords(page, page.reading).map(({ words, isOverdue }) => html`<p class="fact${isOverdue && " overdue"}">${words}</p>`);
}

interface Held {
  hold: object | null;
  /** A payment at the desk that may be for the invoice. */
  atDesk?: object | null;
}

/** Whether nothing is demanded at present: the invoice is held, or a payment that may be for it waits for a person. */
export function isHeld({ hold, atDesk = null }: Held): boolean {
  return hold !== null || atDesk !== null;
}

/** Days to pay an invoice by, and the facts that decide their words. */
interface DaysToPay {
  plan: (Pick<InvoicePlan, "dueOn" | "inTimeUntil" | "payBy"> & Partial<Pick<InvoicePlan, "overdueCents" | "instalments">>) | null;
  invoice: Held & Pick<CustomerPage["invoice"], "now"> & { account: Pick<CustomerPage["invoice"]["account"], "outstandingCents"> };
}

/** As `dueFacts`, in plain text. */
export function dueWords(
  { plan, invoice }: DaysToPay,
  { say, day, money }: Pick<Reading, "say" | "day" | "money">,
): { words: string; isOverdue: boolean }[] {
  if (!plan) return [];
  const { dueOn, inTimeUntil, payBy, overdueCents = null, instalments } = plan;
  const today = dayAt(invoice.now);
  const isOverdue = inTimeUntil < today;
  // A payment that has arrived may pay it, so that no day to come is named, as in the mails.
  if (invoice.atDesk && !isOverdue) return [];
  const isMoved = inTimeUntil > dueOn;
  const future = isMoved && !isHeld(invoice) ? "due.payBy" : "due.by";
  const pastWhole = isMoved ? "due.overdueAgain" : "due.overdue";
  const past = instalments ? "instalments.late" : pastWhole;
  const date = day(inTimeUntil);
  const part = isOverdue ? overdueCents : null;
  const total = money(invoice.account.outstandingCents);
  // An instalment is named beside its own amount.
  const isPart = !instalments && part !== null && part > 0 && part < invoice.account.outstandingCents;
  const words = isPart ? say("due.partOverdue", { total, amount: money(part), date }) : say(isOverdue ? past : future, { date });
  const due = { words, isOverdue };
  // The amount was billed after the due day.
  const wasNeverDue = part === 0;
  if (payBy && payBy < today && wasNeverDue) return [{ words: say("due.overdueAgain", { date: day(payBy) }), isOverdue: true }];
  const isLaterNamed = payBy !== null && payBy >= today && payBy > inTimeUntil;
  if (!isLaterNamed || isHeld(invoice)) return wasNeverDue ? [] : [due];
  const payByWords = { words: say("due.payBy", { date: day(payBy) }), isOverdue: false };
  return wasNeverDue ? [payByWords] : [due, payByWords];
}

/** Returns the day of a step. A fee comes some days after its last free day, which its words name. */
function timeOf(item: Step, { date, day }: Reading): Markup {
  if (item.kind !== "late_payment_fee") return html`<time datetime="${item.at.toISOString()}">${date(item.at, "today")}</time>`;
  return timeOfFee(dayAt(item.at), day);
}

function timeOfFee(on: string, day: Reading["day"]): Markup {
  return html`<time datetime="${on}">${day(on, "today")}</time>`;
}

function wordsOf(item: Step, page: CustomerPage): string {
  const { say, money, day } = page.reading;
  const invoice = nameAmongOthers(page);
  if (item.kind === "late_payment_fee") {
    const last = item.graceUntil;
    const part = partOf(page.plan?.fee?.part ?? null, page.reading);
    const others = page.household?.invoices.filter(({ id }) => id !== page.invoice.id) ?? [];
    const without = { others: others.length, other: others[0]?.externalInvoiceNumber ?? "" };
    const ofFee = { amount: money(item.amountCents), last: day(last), law: feeLawOf(page.invoice), once: isFeeOnce(page), ...without };
    return withOrderDay(say("next.feeUnless", { ...ofFee, ...part, invoice }), last, page);
  }
  return say(isReminder(item.kind) ? "next.reminder" : "next.request", { number: item.kind.slice(-1), invoice });
}
