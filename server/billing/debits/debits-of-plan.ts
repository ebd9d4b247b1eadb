import type { AgreedPlan, PlanLine } from "@/server/domain/rules/instalment-account";
import { type FollowedDebits, followDebits } from "@/server/domain/rules/instalment-debits";
import type { DebitFacts, DebitPart } from "./debit-facts";

/** An invoice whose instalments may be collected by direct debit, as `CollectedInvoice` describes it. */
export interface DividedInvoice {
  retractedAt: Date | null;
  lines: PlanLine[];
  debit: Pick<DebitFacts, "parts"> | null;
  instalments: (AgreedPlan & { id: string; isEnded: boolean }) | null;
}

/** A debit that collects an instalment. */
export type PartOfPlan = DebitPart & { instalment: { planId: string; number: number } };

/** Returns the unfinished debits that collect instalments of the invoice, by day. */
export function partsOfPlan({ debit }: Pick<DividedInvoice, "debit">): PartOfPlan[] {
  return (debit?.parts ?? []).flatMap((part) => (part.instalment ? [{ ...part, instalment: part.instalment }] : []));
}

/** Returns what the debits of its instalments may still collect; undefined if there are none. */
export function debitsOfPlan(invoice: DividedInvoice): FollowedDebits | undefined {
  const parts = partsOfPlan(invoice);
  const { instalments: plan, retractedAt, lines } = invoice;
  if (parts.length === 0) return undefined;
  if (!plan || plan.isEnded || retractedAt || parts.some(({ instalment }) => instalment.planId !== plan.id)) {
    return { isOver: true, cents: new Map() };
  }
  return followDebits(
    plan,
    lines,
    parts.map(({ instalment: { number }, amountCents, status }) => ({ number, amountCents, status })),
  );
}

/**
 * Returns the debits by which instalments of the present plan are still collected: once one of them has failed or was taken out, only those at the
 * bank, whose money nobody else may ask for.
 */
export function comingDebitsOfPlan(invoice: DividedInvoice): PartOfPlan[] {
  const isOver = debitsOfPlan(invoice)?.isOver !== false;
  return partsOfPlan(invoice).filter(
    ({ status, instalment }) => instalment.planId === invoice.instalments?.id && (!isOver || status === "pending"),
  );
}
