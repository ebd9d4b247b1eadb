import type { Database } from "@/db/client";
import { findCollectedInvoices } from "@/server/billing/collection/collected-invoices";
import { dayToPay } from "@/server/billing/collection/day-to-pay";
import { findNamedDays } from "@/server/billing/collection/find-named-days";
import { dueOnOf } from "@/server/billing/collection/plan";
import { runningPlan } from "@/server/billing/collection/planned-instalments";
import { isDebited } from "@/server/billing/collection/to-be-debited";
import { sumOf } from "@/server/domain/rules/account";
import { clock } from "@/server/platform/clock";
import type { MailValues } from "@/server/platform/mail/mail-kinds";
import type { Customer } from "./find-customer";

type InvoiceLeft = MailValues["customerMandateGiven"]["invoice"];

/**
 * Returns what is left to pay of the invoice whose page the customer has open, and how: by direct debit, or by a day that was named before or is
 * the due day, or in instalments; or that the bank has a debit of it. Null if nothing is left. `isWithdrawn`: the mandate has just been withdrawn, so that a planned
 * debit is cancelled in a moment.
 */
export async function findInvoiceLeft(tx: Database, actor: Customer, number: string, { isWithdrawn = false } = {}): Promise<InvoiceLeft> {
  const { partnerId, invoiceId } = actor;
  const [found] = await findCollectedInvoices(tx, partnerId, [invoiceId]);
  const amountCents = found ? sumOf(found.lines) : 0;
  if (!found || found.retractedAt || amountCents <= 0) return null;
  if (found.debit?.part?.status === "pending") return { state: "bank", number, amountCents, payBy: null };
  const now = clock.now(actor);
  const collected = isWithdrawn ? { ...found, debit: null } : found;
  if (isDebited(collected, now)) return { state: "debit", number, amountCents, payBy: null };
  if (runningPlan(collected, now)) return { state: "parts", number, amountCents, payBy: null };
  const named = (await findNamedDays(tx, partnerId, [invoiceId])).get(invoiceId);
  const until = dayToPay(collected, named, now);
  const payBy = until === named || until === dueOnOf(collected, now) ? (until ?? null) : null;
  return { state: payBy ? "pay" : "other", number, amountCents, payBy };
}
