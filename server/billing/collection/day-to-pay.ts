import { dayAt } from "@/server/domain/formats/calendar";
import { type CollectedInvoice, isCollected, isHeld, payBy } from "./plan";

/**
 * Returns the day to pay by that a message other than a request or reminder states: `named`, the day that the newest message names, if it is
 * not over and no step comes before it. Undefined if nothing can be asked for now.
 */
export function dayToPay(collected: CollectedInvoice, named: string | undefined, now: Date): string | undefined {
  if (!isCollected(collected) || isHeld(collected, now)) return undefined;
  const latest = payBy(collected, now);
  return named && named >= dayAt(now) && named < latest ? named : latest;
}
