import type { Database } from "@/db/client";
import type { OutgoingMessage } from "@/db/schema/collections";
import type { CollectedInvoice } from "@/server/billing/collection/plan";
import { chargebacksOf } from "@/server/billing/collection/returned-payment";
import { findFreeDays } from "@/server/billing/payments/find-free-days";
import { dayAt } from "@/server/domain/formats/calendar";
import { lastFreeDay } from "@/server/domain/rules/late-fee";
import type { FeeWords } from "@/server/domain/words/fee-words";
import { inTime } from "./list-together";
import { dayOf, type Subject } from "./message-subject";
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
  const again = returned.length === asked.length ? "yes" : "no";
  const paid = kind === "last" ? say("wayOut", { company: found.company.name, again }) : say("paidAlready", { what: kind, again });
  return [...returned, paid];
}

/**
 * States that a late-payment fee falls away after all, if everything else was paid in time. Empty if not exactly one invoice was charged one,
 * because the mail cannot name a day for each.
 */
export async function sayFeeFallsAway(
  db: Database,
  partnerId: string,
  found: Subject,
  charged: readonly (CollectedInvoice & { id: string })[],
  law: FeeWords,
): Promise<string> {
  const [invoice, ...others] = charged;
  if (!invoice || others.length > 0) return "";
  const freeDays = await findFreeDays(db, partnerId, [invoice.id]);
  const until = lastFreeDayOf(invoice, freeDays.get(invoice.id) ?? []);
  const again = chargebacksOf(invoice).length > 0 ? "yes" : "no";
  return until ? sayInMessage[found.invoice.locale]("feeFallsAway", { date: dayOf(found, until), law, again }) : "";
}

/** Returns the day by which an invoice was to be paid, and whether a returned payment has moved it beyond the due day. */
export function overdueSince(found: Subject, collected: CollectedInvoice, dueOn: string): { due: string; again: "yes" | "no" } {
  const { inTimeUntil, isMoved } = inTime(collected, dueOn);
  return { due: dayOf(found, inTimeUntil), again: isMoved ? "yes" : "no" };
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
