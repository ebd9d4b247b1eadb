import { dayAt } from "@/server/domain/formats/calendar";
import type { CollectedInvoice } from "./collected-invoice";
import { isCollected, isHeld, payBy } from "./plan";
import { runningPlan } from "./planned-instalments";

/**
 * Returns the day to pay by that a message other than a request or reminder states: `named`, the day that the newest message names, if it is
 * not over and no step comes before it. Undefined if nothing can be asked for now,
 * or if the invoice is paid in instalments, of which mails of their own ask.
 */
export function dayToPay(collected: CollectedInvoice, named: string | undefined, now: Date): string | undefined {
  if (!isCollected(collected) || isHeld(collected, now) || runningPlan(collected, now)) return undefined;
  const latest = payBy(collected, now);
  return named && named >= dayAt(now) && named < latest ? named : latest;
}
