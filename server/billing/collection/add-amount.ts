import type { Database } from "@/db/client";
import type { Invoice } from "@/db/schema/invoices";
import type { Actor } from "@/server/actor";
import { addLines } from "@/server/billing/invoices/add-lines";
import type { Adjustment } from "@/server/billing/invoices/adjustment";
import { announce } from "@/server/billing/invoices/announce";
import { lockAccountAsSeen } from "@/server/billing/invoices/lock-account";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { recordEvent } from "@/server/platform/audit/record-event";
import { clock } from "@/server/platform/clock";
import { transact } from "@/server/platform/transact";
import { findCollectedInvoices } from "./collected-invoices";
import { keepDueDay } from "./keep-due-day";
import { dueOnOf } from "./plan";

/**
 * Bills the customer of a transmitted invoice for an additional amount, and tells them. If nothing else is outstanding, the payment period
 * starts again, so that an amount billed today is not overdue. Throws the errors of `lockAccountAsSeen`.
 */
export function addAmount(db: Database, actor: Actor, invoiceId: string, seenLines: number, adjustment: Adjustment): Promise<void> {
  return transact(db, actor, async (tx) => {
    const { invoice } = await lockAccountAsSeen(tx, actor, invoiceId, seenLines);
    const [lineId = ""] = await addLines(tx, invoice, [
      { ...adjustment, type: "INVOICE-LINE", date: clock.now(actor), paymentMethod: null },
    ]);
    if (invoice.amountTotalCents <= 0) await beginAgreedDays(tx, actor, invoice);
    await announce(tx, actor, invoice, "amount_added", lineId);
    await recordEvent(tx, actor, "amount_added", {
      about: `invoice:${invoiceId}`,
      before: { outstandingCents: invoice.amountTotalCents },
      after: { amountCents: adjustment.amountCents },
    });
  });
}

/** Starts the payment period today, unless the due day is later already. */
async function beginAgreedDays(tx: Database, actor: Actor, { partnerId, id: invoiceId }: Pick<Invoice, "partnerId" | "id">): Promise<void> {
  const [collected] = await findCollectedInvoices(tx, partnerId, [invoiceId]);
  if (!collected) return;
  const now = clock.now(actor);
  const due = addDays(dayAt(now), collected.settings.dueDays);
  if (due > dueOnOf(collected, now)) await keepDueDay(tx, { partnerId, invoiceId }, due);
}
