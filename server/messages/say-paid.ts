import type { Database } from "@/db/client";
import type { OutgoingMessage } from "@/db/schema/collections";
import type { CollectedInvoice } from "@/server/billing/collection/plan";
import { chargebacksOf } from "@/server/billing/collection/returned-payment";
import { findFreeDays } from "@/server/billing/payments/find-free-days";
import { dayAt } from "@/server/domain/formats/calendar";
import { accountOf, sumOf } from "@/server/domain/rules/account";
import { FEE_NOTE } from "@/server/domain/rules/collection-messages";
import { lastFreeDay } from "@/server/domain/rules/late-fee";
import { categoryOf } from "@/server/domain/rules/line-types";
import type { FeeWords } from "@/server/domain/words/fee-words";
import { inTime, sinceWhen } from "./list-together";
import { dayOf, money, type Subject } from "./message-subject";
import { LATE_FEE } from "./say-costs";
import { sayInMessage } from "./say-in-message";

/** An invoice that a mail asks for. */
interface Asked {
  /** The company's own number. */
  number: string;
  collected: CollectedInvoice;
}

/**
 * Addresses customers who have paid already. Names payments that were returned, because these customers did pay: only a payment since then
 * counts. `last`: the last reminder, which asks for an answer of any kind.
 */
export function sayPaid(found: Subject, kind: OutgoingMessage["kind"] | "last", asked: readonly Asked[]): string[] {
  const say = sayInMessage[found.invoice.locale];
  const returned = asked.flatMap(({ number, collected }) => {
    const back = chargebacksOf(collected).at(-1);
    if (!back?.paidAt) return [];
    const days = { paid: dayOf(found, dayAt(back.paidAt)), returned: dayOf(found, dayAt(back.date)) };
    return say("returned", { ...days, number, what: asked.length > 1 ? "several" : "one" });
  });
  const isRest = asked.every(({ collected }) => accountOf(collected.lines).paidCents > 0);
  const again = returned.length === asked.length ? "yes" : isRest ? "rest" : "no";
  const paid =
    kind === "last" ? say("wayOut", { company: found.company.name, again }) : say("paidAlready", { what: reactionTo(kind), again });
  return [...returned, paid];
}

/**
 * Returns what a customer who has paid is asked for. Before a fee, a payment of the last days is on its way, but an earlier one may be lost
 * (`lately`). Afterwards, each is to be told of (`tell`).
 */
function reactionTo(kind: OutgoingMessage["kind"]): "lately" | "tell" | "none" {
  if (kind === "reminder1" || kind === FEE_NOTE) return "lately";
  return kind === "reminder2" || kind === "reminder3" ? "tell" : "none";
}

/**
 * States that a late-payment fee falls away after all, if the rest was paid in time. Empty if not exactly one invoice was charged one,
 * because the mail cannot name a day for each, and if an amount was billed since, which nobody could pay in time. Names the sum, unless something
 * was paid, credited or charged since.
 */
export async function sayFeeFallsAway(
  db: Database,
  partnerId: string,
  found: Subject,
  charged: readonly { number: string; collected: CollectedInvoice & { id: string } }[],
  { law, isOfSeveral }: { law: FeeWords; isOfSeveral: boolean },
): Promise<string> {
  const [first, ...others] = charged;
  if (!first || others.length > 0) return "";
  const { number, collected } = first;
  const freeDays = await findFreeDays(db, partnerId, [collected.id]);
  const until = lastFreeDayOf(collected, freeDays.get(collected.id) ?? []);
  if (!until) return "";
  const rest = collected.lines.filter(({ type }) => type !== LATE_FEE);
  const later = rest.filter(({ date }) => dayAt(date) > until);
  if (later.some(({ type }) => categoryOf(type) === "billed")) return "";
  return sayInMessage[found.invoice.locale]("feeFallsAway", {
    ...{ date: dayOf(found, until), law, number, amount: money(sumOf(rest), found) },
    ...{ paid: later.length > 0 ? "all" : "sum", what: isOfSeveral ? "several" : "one" },
    again: chargebacksOf(collected).length > 0 ? "yes" : "no",
  });
}

/** Returns the day by which an invoice was to be paid, and what was to be paid by then. */
export function overdueSince(found: Subject, collected: CollectedInvoice, dueOn: string) {
  const days = inTime(collected, dueOn);
  return { due: dayOf(found, days.inTimeUntil), since: sinceWhen(days), earlier: money(days.overdueCents ?? 0, found) };
}

/**
 * Returns the last day on which the full amount could be paid without the late-payment fee that was charged, by the rule of
 * `undueLateFeeCents`. Undefined if a payment was returned after that day, because the customer may have paid by then in vain. `freeDays`: of
 * the invoice, by `findFreeDays`.
 */
function lastFreeDayOf(collected: CollectedInvoice, freeDays: readonly string[]): string | undefined {
  const fees = collected.lines.filter(({ type }) => type === "LATE-PAYMENT-FEE-LINE");
  const last = lastFreeDay(fees, freeDays);
  const back = chargebacksOf(collected).at(-1);
  return last === undefined || (back && dayAt(back.date) > last) ? undefined : last;
}
