import type { CollectionSettings } from "@/db/schema/collection-settings";
import { type DebitFacts, isMandateValid, noticeDaysOf } from "@/server/billing/debits/debit-facts";
import { dayAt } from "@/server/domain/formats/calendar";
import { sumOf } from "@/server/domain/rules/account";
import { collectionDay } from "@/server/domain/rules/debit-days";
import { mandateExpiresOn } from "@/server/domain/rules/mandate-state";
import { type CollectedLine, chargebacksOf } from "./returned-payment";

/** Step of a plan that announces a direct debit instead of asking for the payment. */
export const DEBIT = "debit";

export interface DebitStep {
  kind: typeof DEBIT;
  /** Time of the announcement. */
  at: Date;
  /** Amount to collect, in cents. */
  amountCents: number;
  /** Day of the collection, such as `2026-11-20`. */
  collectOn: string;
  mandateId: string;
}

/** Facts about an invoice, as in `CollectedInvoice`. */
interface DebitedInvoice {
  settings: Pick<CollectionSettings, "debitNoticeDays">;
  lines: CollectedLine[];
  messages: { fate: "left" | "going" | "lost" }[];
  debit: DebitFacts | null;
  instalments: object | null;
}

/**
 * Returns the step that replaces the first message to the customer, sent at `at`, and everything after it. Undefined if the invoice is not
 * collected by direct debit: the import does not want it, the payer has no mandate that is valid on the day of the collection, the account
 * takes no debits, the customer was asked before, a debit of the invoice was planned before, or it was to be paid in instalments.
 */
export function debitInstead(invoice: DebitedInvoice, dueOn: string, at: Date | undefined): DebitStep | undefined {
  const { debit, settings, lines, messages, instalments } = invoice;
  if (instalments || !at || !debit?.mandate || debit.leadDays === null || debit.part || debit.wasDebited) return undefined;
  if (messages.some(({ fate }) => fate !== "lost") || chargebacksOf({ lines }).length > 0) return undefined;
  const collectOn = collectionDay(daysOf(settings, debit, debit.leadDays, { dueOn, at }));
  if (!isMandateValid(debit.mandate, collectOn)) return undefined;
  return { kind: DEBIT, at, amountCents: sumOf(lines), collectOn, mandateId: debit.mandate.id };
}

/**
 * Returns the day from which the payer's mandate is expired, such as `2026-11-20`, if the invoice is asked for otherwise for that reason alone:
 * the mandate is not valid on the day of a debit that would be announced at `at`. Otherwise null.
 */
export function mandateExpiredBefore(invoice: DebitedInvoice, dueOn: string, at: Date): string | null {
  const { debit, settings, lines, instalments } = invoice;
  if (instalments || !debit?.mandate || debit.leadDays === null || debit.part || debit.wasDebited) return null;
  if (chargebacksOf({ lines }).length > 0) return null;
  const collectOn = collectionDay(daysOf(settings, debit, debit.leadDays, { dueOn, at }));
  return isMandateValid(debit.mandate, collectOn) ? null : mandateExpiresOn(debit.mandate);
}

function daysOf(
  settings: DebitedInvoice["settings"],
  debit: DebitFacts,
  leadDays: number,
  { dueOn, at }: { dueOn: string; at: Date },
): Parameters<typeof collectionDay>[0] {
  return { dueOn, today: dayAt(at), noticeDays: noticeDaysOf(settings, debit), leadDays };
}
