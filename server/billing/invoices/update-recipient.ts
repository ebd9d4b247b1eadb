import type { Database } from "@/db/client";
import type { Actor } from "@/server/actor";
import { DomainError } from "@/server/errors";
import { transact } from "@/server/platform/transact";
import { lockInvoice } from "./find-invoice";
import type { InvoiceDetails, RecipientUpdate } from "./invoice";
import { recipientVersion } from "./recipient-version";
import { updateInvoice } from "./update-invoice";

/** `updateInvoice` for a person who edited what they saw: throws `changed_meanwhile` if the recipient has changed by then. */
export function updateRecipient(
  db: Database,
  actor: Actor,
  invoiceId: string,
  version: string,
  update: RecipientUpdate,
): Promise<InvoiceDetails> {
  return transact(db, actor, async (tx) => {
    if (recipientVersion(await lockInvoice(tx, actor, invoiceId)) !== version) throw new DomainError("changed_meanwhile");
    return updateInvoice(tx, actor, invoiceId, update);
  });
}
