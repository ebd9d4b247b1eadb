import { addDays, dayAt, laterDay } from "@/server/domain/formats/calendar";
import type { CollectedInvoice } from "./collected-invoice";
import { dueFromNow } from "./due-from-now";
import { dueOnOf, isAsked, isCollected, isHeld, payBy } from "./plan";
import { runningPlan } from "./planned-instalments";
import { LEAST_DAYS_TO_PAY } from "./returned-payment";

/**
 * Returns the day to pay by that a message other than a request or reminder states: `named`, the day that the newest message names, unless that is
 * over or `payBy` returns an earlier day, which then applies. Undefined if nothing can be asked for now, or if the invoice is paid in instalments,
 * which have mails of their own.
 */
export function dayToPay(collected: CollectedInvoice, named: string | undefined, now: Date): string | undefined {
  if (!isCollected(collected) || isHeld(collected, now) || runningPlan(collected, now)) return undefined;
  const latest = payBy(collected, now);
  return named && named >= dayAt(now) && named < latest ? named : latest;
}

/**
 * As `dayToPay`, in place of a direct debit that does not take place: the customer relied on it, so that a due day that is near is too early. Leaves
 * seven days then, which the reminders wait for (decision 0205). For a customer who was not asked before, it is the due day: all days to pay begin
 * with this mail.
 */
export function dayToPayInstead(collected: CollectedInvoice, named: string | undefined, now: Date): string | undefined {
  const invoice = isAsked(collected) ? collected : dueFromNow(collected, now);
  const until = dayToPay(invoice, isAsked(collected) ? named : undefined, now);
  // Behind the due day, the day leaves seven days already, or is the last one without a fee.
  if (!until || until > dueOnOf(invoice, now)) return until;
  return laterDay(until, addDays(dayAt(now), LEAST_DAYS_TO_PAY));
}
