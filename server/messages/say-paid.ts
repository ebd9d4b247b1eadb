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
import { LATE_FEE, unpaidOf } from "./say-costs";
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

/** Names the payments that were returned: these customers did pay, but only a new payment counts. None where no payment was returned. */
export function sayReturned(found: Subject, asked: readonly Asked[]): string[] {
  const say = sayInMessage[found.invoice.locale];
  return asked.flatMap(({ number, collected }) => {
    const back = chargebacksOf(collected).at(-1);
    if (!back?.paidAt) return [];
    const days = { paid: dayOf(found, dayAt(back.paidAt)), returned: dayOf(found, dayAt(back.date)) };
    return say("returned", { ...days, number, by: takenBackBy(back.method), what: asked.length > 1 ? "several" : "one" });
  });
}

/**
 * Addresses customers who have paid already, behind `sayReturned`. Says what is left if a fee stays open beside a payment. `relief`: a charged fee that
 * falls away if a transfer arrives in time.
 */
export function sayPaid(found: Subject, what: AskedOfPayers, asked: readonly Asked[], relief?: Relief): string[] {
  const say = sayInMessage[found.invoice.locale];
  const returned = sayReturned(found, asked);
  const isRest = asked.every(({ collected }) => accountOf(collected.lines).paidCents > 0);
  const inPart = isRest ? "rest" : "no";
  const again = returned.length === asked.length ? "yes" : inPart;
  const underWay = relief?.isUnderWay ? "yes" : "no";
  if (what === "last") return [say("wayOut", { company: found.company.name, again, underWay })];
  const feeCents = asked.reduce((sum, { collected }) => sum + unpaidOf(collected, LATE_FEE), 0);
  if (what !== "lately" || feeCents === 0) return [say("paidAlready", { what, again })];
  // A payment without the fee leaves the fee to be paid.
  const told = say("paidAlready", { what: "tell", again });
  const earlierCents = asked.length === 1 ? (relief?.amountCents ?? null) : null;
  if (earlierCents === null) return [told];
  const [earlier, fee] = [money(earlierCents, found), money(feeCents, found)];
  return [again === "yes" ? say("onlyFee", { earlier, fee }) : say("onlyAdded", { earlier, added: fee }), told];
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
