import type { Database } from "@/db/client";
import { findCollectedInvoices } from "@/server/billing/collection/collected-invoices";
import { dayToPay } from "@/server/billing/collection/day-to-pay";
import { findNamedDays } from "@/server/billing/collection/find-named-days";
import { dueOnOf } from "@/server/billing/collection/plan";
import { isDebited } from "@/server/billing/collection/to-be-debited";
import { sumOf } from "@/server/domain/rules/account";
import { clock } from "@/server/platform/clock";
import type { MailValues } from "@/server/platform/mail/mail-kinds";
import type { Customer } from "./find-customer";

type InvoiceLeft = MailValues["customerMandateGiven"]["invoice"];

/**
 * Returns the amount left to pay of the invoice whose page the customer has open, and how it is paid: by direct debit, or by the due day or a day
 * that was named before. Null if nothing is left, or if the bank may have a debit of it. `isWithdrawn`: the mandate has just been withdrawn, so
 * that collection is about to cancel a planned debit.
 */
export async function findInvoiceLeft(tx: Database, actor: Customer, number: string, { isWithdrawn = false } = {}): Promise<InvoiceLeft> {
  const { partnerId, invoiceId } = actor;
  const [found] = await findCollectedInvoices(tx, partnerId, [invoiceId]);
  if (!found || found.retractedAt || found.debit?.part?.status === "pending") return null;
  const amountCents = sumOf(found.lines);
  if (amountCents <= 0) return null;
  const now = clock.now(actor);
  const collected = isWithdrawn ? { ...found, debit: null } : found;
  if (isDebited(collected, now)) return { state: "debit", number, amountCents, payBy: null };
  const named = (await findNamedDays(tx, partnerId, [invoiceId])).get(invoiceId);
  const until = dayToPay(collected, named, now);
  const payBy = until === named || until === dueOnOf(collected, now) ? (until ?? null) : null;
  return { state: payBy ? "pay" : "other", number, amountCents, payBy };
}
