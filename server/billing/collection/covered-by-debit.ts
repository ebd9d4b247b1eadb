import { sumOf } from "@/server/domain/rules/account";
import type { CollectedInvoice } from "./collected-invoice";
import { runningPlan } from "./planned-instalments";
import { restCents } from "./rest-of-debit";

/**
 * Whether a direct debit that is planned or at the bank collects what the customer was asked to pay by `day`, such as `2026-11-20`. False
 * - for an instalment that no debit collects, also while that of a later one is planned;
 * - for the rest that a debit leaves, if the day is behind the collection.
 */
export function isCoveredByDebit(invoice: CollectedInvoice, day: string, now: Date): boolean {
  const part = invoice.debit?.part;
  if (!part) return false;
  const running = runningPlan(invoice, now);
  if (running && part.instalment) return running.debits.some(({ instalment }) => instalment.number === running.next.number);
  const asked = running ? running.next.openCents : sumOf(invoice.lines);
  const isWhole = restCents(asked, { amountCents: part.amountCents, isOfInstalment: part.instalment !== null }) === 0;
  return isWhole || day <= part.collectOn;
}
