import type { Database } from "@/db/client";
import { findCollectedInvoices } from "@/server/billing/collection/collected-invoices";
import { dayToPay, dayToPayInstead } from "@/server/billing/collection/day-to-pay";
import { findNamedDays } from "@/server/billing/collection/find-named-days";
import { dueOnOf, isHeld } from "@/server/billing/collection/plan";
import { runningPlan } from "@/server/billing/collection/planned-instalments";
import { isDebited } from "@/server/billing/collection/to-be-debited";
import { sumOf } from "@/server/domain/rules/account";
import { clock } from "@/server/platform/clock";
import type { MailValues } from "@/server/platform/mail/mail-kinds";
import type { Customer } from "./find-customer";

type InvoiceLeft = MailValues["customerMandateGiven"]["invoice"];

/**
 * Returns what is left to pay of the invoice whose page the customer has open, and how: by direct debit, by a day, or in instalments; or that the
 * bank has a debit of it. Null if nothing is left, or if other mails say more: while the bank has the debit of one instalment, and for
 * instalments on hold. `isWithdrawn`: the mandate has just been withdrawn, so that a planned debit is cancelled in a moment.
 */
export async function findInvoiceLeft(tx: Database, actor: Customer, number: string, { isWithdrawn = false } = {}): Promise<InvoiceLeft> {
  const { partnerId, invoiceId } = actor;
  const [found] = await findCollectedInvoices(tx, partnerId, [invoiceId]);
  const amountCents = found ? sumOf(found.lines) : 0;
  if (!found || found.retractedAt || amountCents <= 0) return null;
  const part = found.debit?.part;
  if (part?.status === "pending") return part.instalment ? null : { state: "bank", number, amountCents, payBy: null };
  const now = clock.now(actor);
  const collected = isWithdrawn ? { ...found, debit: null } : found;
  if (isDebited(collected, now)) return { state: "debit", number, amountCents, payBy: null };
  if (runningPlan(collected, now)) return isHeld(collected, now) ? null : { state: "parts", number, amountCents, payBy: null };
  const named = (await findNamedDays(tx, partnerId, [invoiceId])).get(invoiceId);
  // The mail about the cancelled debit names the same day.
  const instead = isWithdrawn && part ? dayToPayInstead(collected, named, now) : undefined;
  const until = instead ?? dayToPay(collected, named, now);
  const isKnown = until !== undefined && [instead, named, dueOnOf(collected, now)].includes(until);
  const payBy = isKnown ? until : null;
  return { state: payBy ? "pay" : "other", number, amountCents, payBy };
}
