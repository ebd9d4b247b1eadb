import type { Company } from "@/db/schema/companies";
import type { Invoice } from "@/db/schema/invoices";
import { beyondDebits } from "@/server/billing/collection/beyond-debits";
import type { CollectedInvoice } from "@/server/billing/collection/collected-invoice";
import { dueOnOf, isCollected, isCreditNote, isHeld } from "@/server/billing/collection/plan";
import { type RunningPlan, runningPlan } from "@/server/billing/collection/planned-instalments";
import { restCents, restDueOn } from "@/server/billing/collection/rest-of-debit";
import { maskIban } from "@/server/domain/banking/mask-iban";
import { dayAt } from "@/server/domain/formats/calendar";
import { accountOf } from "@/server/domain/rules/account";
import type { AnnouncementKind } from "@/server/domain/rules/collection-messages";
import type { PartNow } from "@/server/domain/rules/instalment-account";
import type { FailedDebit } from "./failed-debit";
import { inTime, sinceWhen } from "./list-together";
import { inOneParagraph } from "./said";
import type { sayInMessage } from "./say-in-message";

/** The values from which the balance of an invoice is stated. */
export interface BalanceToSay {
  say: (typeof sayInMessage)["en"];
  company: string;
  invoice: Pick<Invoice, "amountTotalCents" | "retractedAt" | "directDebitIban">;
  /** Whether money owed to the customer can only go to an account that is not known yet. */
  isAccountNeeded: boolean;
  collected: CollectedInvoice;
  money: (cents: number) => string;
  /** Formats a day such as `2026-11-20`. */
  day: (day: string) => string;
  now: Date;
  /** How the outstanding sum comes about, if it includes a fee; otherwise empty. */
  costs: string;
  /** How the sum comes about that the customer is owed; empty: nothing is owed, or the sum is plain. */
  costsOfOwed: string;
  /** Currency that decides what a bank account is called. */
  currency: Company["currency"];
}

/**
 * States what is to be paid and by when, or that nothing is and why, unless the message has said so. `until`: undefined if nothing is asked for now.
 * `failed`: the direct debit that the message is about; null or undefined: none.
 */
export function sayBalance(
  kind: AnnouncementKind,
  writing: BalanceToSay,
  until: string | undefined,
  failed: FailedDebit | null | undefined,
): string {
  const { say, company, invoice, isAccountNeeded, collected, money, day, now, currency, costs } = writing;
  const { amountTotalCents: cents } = invoice;
  if (cents < 0) {
    const isOverpaid = kind === "payment_received" && !isCreditNote(collected) && !invoice.retractedAt;
    const what = { company, amount: money(-cents), what: wordOfOwed(kind, writing) };
    const owed = inOneParagraph([say(isOverpaid ? "balance.overpaid" : "balance.owed", what), writing.costsOfOwed]).join();
    const giveAccount = say("giveAccount", {
      what: isCreditNote(collected) ? "credit_note" : kind,
      currency,
      rest: kind === "refunded" ? money(-cents) : "none",
    });
    if (kind !== "credit_note") return isAccountNeeded ? `${owed} ${giveAccount}` : owed;
    return `${owed} ${invoice.directDebitIban ? say("paidOutTo", { iban: maskIban(invoice.directDebitIban) }) : giveAccount}`;
  }
  if (cents === 0) return kind === "withdrawn" ? "" : say("balance.settled", { what: kind, why: whySettled(writing) });
  const debit = collected.debit?.part;
  if (debit && !debit.instalment) {
    const leftCents = restCents(cents, { ...debit, isOfInstalment: false });
    const rest = leftCents > 0 ? money(leftCents) : "none";
    const values = { amount: money(debit.amountCents), date: day(debit.collectOn), rest, payBy: day(restDueOn(debit.collectOn)) };
    return say("balance.debited", values);
  }
  const divided = runningPlan(collected, now);
  const [coming] = divided?.debits ?? [];
  if (divided && coming) {
    const part = { number: String(coming.instalment.number), count: String(divided.count) };
    const beyond = isHeld(collected, now) ? [] : beyondDebits(divided);
    const values = { ...part, amount: money(coming.amountCents), date: day(coming.collectOn), beyond: beyond.length > 0 ? "yes" : "no" };
    const own = beyond.map(({ cents: open, dueOn }) => say("instalments.payBeyond", { amount: money(open), date: day(dueOn) }));
    const next = [say("instalments.nextDebited", values), ...own].join(" ");
    return [say("balance.unpaid", { amount: money(cents) }), next].join(" ");
  }
  if (divided) {
    const unpaid = [say("balance.unpaid", { amount: money(cents) }), kind === "payment_received" ? costs : ""];
    const part = partToPay(writing);
    // A debit that failed is not repeated.
    const instead =
      failed && part && divided.lastOn >= dayAt(now) ? { amount: money(part.openCents), payBy: day(divided.lastOn) } : undefined;
    const otherwise = instead ? say("balance.otherwise", instead) : "";
    return inOneParagraph([...unpaid, sayNextPart({ say, money, day, now }, divided), otherwise]).join();
  }
  if (!until) return say("balance.waiting", { amount: money(cents) });
  const days = inTime(collected, dueOnOf(collected, now));
  const since = sinceWhen(days);
  const values = { amount: money(cents), due: day(days.inTimeUntil), since, earlier: money(days.overdueCents ?? 0), payBy: day(until) };
  // An amount that was just added, or came back, was not owed on the due day.
  if (kind === "payment_failed" && failed) return say("balance.otherwise", values);
  if (kind === "payment_returned" || kind === "amount_added") return say("balance.again", { ...values, by: failed ? "debit" : "other" });
  const balance = say(days.inTimeUntil < dayAt(now) && since !== "none" ? "balance.overdue" : "balance.open", values);
  return kind === "payment_received" && costs ? `${balance} ${costs}` : balance;
}

/** Returns the instalment that the customer is to pay next; undefined if a direct debit still collects one, or nothing can be asked for now. */
export function partToPay({ collected, now }: Pick<BalanceToSay, "collected" | "now">): PartNow | undefined {
  const divided = runningPlan(collected, now);
  const isAskedFor = divided?.debits.length === 0 && isCollected(collected) && !isHeld(collected, now);
  return isAskedFor ? divided?.next : undefined;
}

/** Returns the kind whose words state a sum that the customer is owed: that of the news, if they paid more than is owed, because the two seem opposed. */
function wordOfOwed(kind: AnnouncementKind, writing: BalanceToSay): AnnouncementKind | "other" {
  if (kind === "refunded") return kind;
  if (kind === "withdrawn") return undecidedCentsOf(writing) > 0 ? kind : "other";
  return paidCentsOf(writing) > 0 && !writing.invoice.retractedAt && !isCreditNote(writing.collected) ? kind : "other";
}

/** Returns the reason for which nothing is left to pay. */
function whySettled(writing: BalanceToSay): "cancelled" | "paid" | "credited" {
  if (writing.invoice.retractedAt) return "cancelled";
  return paidCentsOf(writing) > 0 ? "paid" : "credited";
}

/**
 * States which instalment is to be paid next, and by when, or by when it was to be paid if its day and that of its reminder are over; and whether
 * it is the only one that is left.
 */
function sayNextPart({ say, money, day, now }: Pick<BalanceToSay, "say" | "money" | "day" | "now">, plan: RunningPlan): string {
  const { parts, count, next, lastOn } = plan;
  const isOnly = parts.filter(({ openCents }) => openCents > 0).length === 1;
  const values = { number: String(next.number), count: String(count), amount: money(next.openCents), date: day(lastOn) };
  return say("instalments.next", { ...values, over: lastOn < dayAt(now) ? "yes" : "no", left: isOnly ? "one" : "more" });
}

/** Payments less what was returned or refunded, in cents. */
export const paidCentsOf = ({ collected }: Pick<BalanceToSay, "collected">) => accountOf(collected.lines).paidCents;

/**
 * Returns what was paid for a retracted invoice and is not owed to the customer by itself, in cents: the company decides whether to pay it back.
 * Money paid beyond the amount owed is no part of it.
 */
export function undecidedCentsOf(writing: Pick<BalanceToSay, "collected" | "invoice">): number {
  return Math.max(0, paidCentsOf(writing) - Math.max(0, 0 - writing.invoice.amountTotalCents));
}
