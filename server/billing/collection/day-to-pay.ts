import { dayAt } from "@/server/domain/formats/calendar";
import type { CollectedInvoice } from "./collected-invoice";
import { isCollected, isHeld, payBy } from "./plan";
import { runningPlan } from "./planned-instalments";

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
