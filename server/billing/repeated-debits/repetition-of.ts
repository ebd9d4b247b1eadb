import type { Debit } from "@/db/schema/debits";
import type { CollectedInvoice } from "@/server/billing/collection/collected-invoice";
import { whenFeeWasNamed } from "@/server/billing/collection/counted-claim";
import { dueOnOf, hasLateFee, isHeld } from "@/server/billing/collection/plan";
import { isMandateValid, noticeDaysOf } from "@/server/billing/debits/debit-facts";
import { dayAt } from "@/server/domain/formats/calendar";
import { accountOf } from "@/server/domain/rules/account";
import { collectionDay } from "@/server/domain/rules/debit-days";
import type { RepeatBlocker } from "@/server/domain/rules/repeatable-debit";

/** Part of a debit that is to be collected once more. */
interface EndedPart {
  debit: Pick<Debit, "mandateId" | "bankAccountId">;
  /** Amount that the debit was to collect of the invoice, in cents. */
  amountCents: number;
}

/**
 * Returns what is collected of an invoice if its debit is collected once more, in cents, and the first possible day; or why nothing is.
 * `invoice`: undefined if the service does not collect it.
 */
export function repetitionOf(
  invoice: CollectedInvoice | undefined,
  { debit: { mandateId, bankAccountId }, amountCents }: EndedPart,
  now: Date,
): { amountCents: number; collectOn: string } | { blocker: RepeatBlocker } {
  if (!invoice || invoice.retractedAt) return { blocker: "retracted" };
  const { lines, debit, settings } = invoice;
  const { outstandingCents, feesCents } = accountOf(lines);
  if (outstandingCents <= 0) return { blocker: "paid" };
  // All fees are left out, as by `feesLeftOut`. Paid fees as well: a payment pays fees first, so that other amounts are owed in their place.
  const owedCents = outstandingCents - feesCents;
  if (!invoice.hasEmail) return { blocker: "no_email" };
  if (invoice.isPaymentInProgress || debit?.part) return { blocker: "in_progress" };
  if (isHeld(invoice, now)) return { blocker: "held" };
  if (invoice.instalments) return { blocker: "instalments" };
  if (hasLateFee(lines) || whenFeeWasNamed(invoice)) return { blocker: "fee" };
  if (owedCents <= 0) return { blocker: "fees_only" };
  if (!debit || debit.leadDays === null || settings.bankAccountId !== bankAccountId) return { blocker: "account" };
  const days = { dueOn: dueOnOf(invoice, now), today: dayAt(now), noticeDays: noticeDaysOf(settings, debit), leadDays: debit.leadDays };
  const collectOn = collectionDay(days);
  if (debit.mandate?.id !== mandateId || !isMandateValid(debit.mandate, collectOn)) return { blocker: "mandate" };
  return { amountCents: Math.min(amountCents, owedCents), collectOn };
}
