import type { CollectionSettings } from "@/db/schema/collection-settings";
import { type DebitFacts, isMandateValid, noticeDaysOf } from "@/server/billing/debits/debit-facts";
import { dayAt } from "@/server/domain/formats/calendar";
import { sumOf } from "@/server/domain/rules/account";
import { collectionDay } from "@/server/domain/rules/debit-days";
import { mandateExpiresOn } from "@/server/domain/rules/mandate-state";
import { type CollectedLine, chargebacksOf } from "./returned-payment";

/** Step of a plan that announces a direct debit instead of asking for the payment. */
export const DEBIT = "debit";

/** Announcement of a direct debit, which collects the whole outstanding amount of an invoice. */
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
 * collected by direct debit, because
 * - the import collects none, or the bank account takes none;
 * - the payer has no mandate that is valid on the day of the collection;
 * - the customer was asked before, or a payment was returned;
 * - a debit of the invoice was planned before;
 * - instalments were agreed on.
 */
export function debitInstead(invoice: DebitedInvoice, dueOn: string, at: Date | undefined): DebitStep | undefined {
  if (!at || invoice.messages.some(({ fate }) => fate !== "lost")) return undefined;
  const wanted = wantedDebit(invoice, dueOn, at);
  if (!wanted || !isMandateValid(wanted.mandate, wanted.collectOn)) return undefined;
  return { kind: DEBIT, at, amountCents: sumOf(invoice.lines), collectOn: wanted.collectOn, mandateId: wanted.mandate.id };
}

/**
 * Returns the day from which the payer's mandate is expired, such as `2026-11-20`, if that is the only reason to ask for the invoice by messages: the
 * mandate is not valid on the day of a debit that would be announced at `at`. Otherwise null.
 */
export function mandateExpiredBefore(invoice: DebitedInvoice, dueOn: string, at: Date): string | null {
  const wanted = wantedDebit(invoice, dueOn, at);
  return !wanted || isMandateValid(wanted.mandate, wanted.collectOn) ? null : mandateExpiresOn(wanted.mandate);
}

/**
 * Returns the mandate and the day of a debit that would be announced at `at`, if the invoice is to be debited; the mandate may be expired then.
 */
function wantedDebit({ debit, settings, lines, instalments }: DebitedInvoice, dueOn: string, at: Date) {
  if (!debit?.mandate || debit.leadDays === null) return undefined;
  const { mandate, leadDays, part, wasDebited } = debit;
  if (part || wasDebited || instalments || chargebacksOf({ lines }).length > 0) return undefined;
  return { mandate, collectOn: collectionDay({ dueOn, today: dayAt(at), noticeDays: noticeDaysOf(settings, debit), leadDays }) };
}
