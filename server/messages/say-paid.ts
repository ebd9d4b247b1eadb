import type { CollectedInvoice } from "@/server/billing/collection/collected-invoice";
import { chargebacksOf } from "@/server/billing/collection/returned-payment";
import { dayAt } from "@/server/domain/formats/calendar";
import { accountOf } from "@/server/domain/rules/account";
import type { MessageKind } from "@/server/domain/rules/collection-messages";
import { takenBackBy } from "@/server/domain/rules/payment-methods";
import type { FeeWords } from "@/server/domain/words/fee-words";
import type { Relief } from "./find-relief";
import { inTime, sinceWhen } from "./list-together";
import { dayOf, money, type Subject, wholeDayOf } from "./message-subject";
import { sayInMessage } from "./say-in-message";

/** An invoice that a mail asks for. */
interface Asked {
  /** The company's own number. */
  number: string;
  collected: CollectedInvoice;
}

/**
 * Request to customers who have paid. `lately`: before a fee, only an earlier payment is to be reported, because one of the last days is on its
 * way. `tell`: each payment is to be reported. `under_way`: each, except a transfer that can still arrive in time. `none`: no payment is.
 * `last`: the last reminder asks for an answer of any kind.
 */
type AskedOfPayers = "lately" | "tell" | "under_way" | "none" | "last";

/**
 * Addresses customers who have paid already. Names returned payments first, because these customers did pay, but only a new payment counts.
 * `relief`: a charged fee that falls away if a transfer arrives in time.
 */
export function sayPaid(found: Subject, what: AskedOfPayers, asked: readonly Asked[], relief?: Relief): string[] {
  const say = sayInMessage[found.invoice.locale];
  const returned = asked.flatMap(({ number, collected }) => {
    const back = chargebacksOf(collected).at(-1);
    if (!back?.paidAt) return [];
    const days = { paid: dayOf(found, dayAt(back.paidAt)), returned: dayOf(found, dayAt(back.date)) };
    return say("returned", { ...days, number, by: takenBackBy(back.method), what: asked.length > 1 ? "several" : "one" });
  });
  const isRest = asked.every(({ collected }) => accountOf(collected.lines).paidCents > 0);
  const inPart = isRest ? "rest" : "no";
  const again = returned.length === asked.length ? "yes" : inPart;
  const underWay = relief?.isUnderWay ? "yes" : "no";
  const paid = what === "last" ? say("wayOut", { company: found.company.name, again, underWay }) : say("paidAlready", { what, again });
  return [...returned, paid];
}

/** Returns what a request or reminder asks of customers who have paid. */
export function askedOfPayers(kind: MessageKind, relief?: Relief): "lately" | "tell" | "under_way" | "none" {
  if (kind === "reminder1") return "lately";
  if (kind !== "reminder2" && kind !== "reminder3") return "none";
  return relief?.isUnderWay ? "under_way" : "tell";
}

/** States that a charged fee falls away if the rest was paid in time, and by when a transfer must arrive or have arrived. */
export function sayFeeFallsAway(
  found: Subject,
  relief: Relief | undefined,
  { law, isOfSeveral }: { law: FeeWords; isOfSeveral: boolean },
): string {
  if (!relief) return "";
  const { number, until, amountCents, isAgain, arrival, isUnderWay } = relief;
  return sayInMessage[found.invoice.locale]("feeFallsAway", {
    date: dayOf(found, until),
    law,
    number,
    amount: money(amountCents ?? 0, found),
    paid: amountCents === null ? "all" : "sum",
    what: isOfSeveral ? "several" : "one",
    again: isAgain ? "yes" : "no",
    arrival: arrival ? wholeDayOf(found, arrival) : "none",
    over: isUnderWay ? "no" : "yes",
  });
}

/** Returns the day by which an invoice was to be paid, and what was to be paid by then. */
export function overdueSince(found: Subject, collected: CollectedInvoice, dueOn: string) {
  const days = inTime(collected, dueOn);
  return { due: dayOf(found, days.inTimeUntil), since: sinceWhen(days), earlier: money(days.overdueCents ?? 0, found) };
}
