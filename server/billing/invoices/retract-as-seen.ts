import type { Database } from "@/db/client";
import type { Actor } from "@/server/actor";
import { DomainError } from "@/server/errors";
import { recordEvent } from "@/server/platform/audit/record-event";
import { transact } from "@/server/platform/transact";
import { creditAndRetractInvoice } from "./credit-and-retract-invoice";
import { lockInvoice } from "./find-invoice";
import type { InvoiceDetails, Retraction } from "./invoice";

/**
 * `creditAndRetractInvoice` for a person who saw the amount that it credits. Throws `changed_meanwhile` if the outstanding amount has
 * changed.
 */
export function retractAsSeen(
  db: Database,
  actor: Actor,
  invoiceId: string,
  outstandingCents: number,
  retraction: Retraction,
): Promise<InvoiceDetails> {
  return transact(db, actor, async (tx) => {
    const invoice = await lockInvoice(tx, actor, invoiceId);
    if (!invoice.retractedAt && invoice.amountTotalCents !== outstandingCents) throw new DomainError("changed_meanwhile");
    await recordEvent(tx, actor, "invoice_retracted", { about: `invoice:${invoiceId}`, before: { outstandingCents } });
    return creditAndRetractInvoice(tx, actor, invoiceId, retraction);
  });
}
