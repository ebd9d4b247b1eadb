import type { Database } from "@/db/client";
import { customerLinks } from "@/db/schema/customer-links";
import type { Actor } from "@/server/actor";
import { lockInvoice } from "@/server/billing/invoices/find-invoice";
import { recordEvent } from "@/server/platform/audit/record-event";
import { clock } from "@/server/platform/clock";
import { transact } from "@/server/platform/transact";
import { customerLink, isLiveLinkOf } from "./customer-link";

/** Creates a new link and ends the previous one. Throws `invalid_invoice_id`, `invoice_not_transmitted`. */
export function replaceCustomerLink(db: Database, actor: Actor, invoiceId: string): Promise<string> {
  return transact(db, actor, async (tx) => {
    const invoice = await lockInvoice(tx, actor, invoiceId);
    const [replaced] = await tx
      .update(customerLinks)
      .set({ revokedAt: clock.now(actor), secretKeyId: null, secretData: null })
      .where(isLiveLinkOf(invoice))
      .returning({ openedAt: customerLinks.openedAt });
    await recordEvent(tx, actor, "customer_link_replaced", { about: `invoice:${invoiceId}` });
    return customerLink(tx, actor, invoiceId, replaced?.openedAt);
  });
}
