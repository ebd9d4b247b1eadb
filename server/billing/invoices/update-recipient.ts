import type { Database } from "@/db/client";
import type { Invoice } from "@/db/schema/invoices";
import type { Actor } from "@/server/actor";
import { DomainError } from "@/server/errors";
import { recordEvent } from "@/server/platform/audit/record-event";
import { transact } from "@/server/platform/transact";
import { endAccountChange } from "./account-changes";
import { lockInvoice } from "./find-invoice";
import type { InvoiceDetails, RecipientUpdate } from "./invoice";
import { recipientVersion } from "./recipient-version";
import { updateInvoice } from "./update-invoice";

/**
 * `updateInvoice` for a person who edited some of the fields shown. Throws what `updateInvoice` throws, `changed_meanwhile` if the recipient has
 * changed since `version`, and what `beforeIbanChange` throws to refuse a new account number, by which money could go elsewhere.
 */
export function updateRecipient(
  db: Database,
  actor: Actor,
  invoiceId: string,
  version: string,
  update: RecipientUpdate,
  beforeIbanChange: () => void = () => {},
): Promise<InvoiceDetails> {
  return transact(db, actor, async (tx) => {
    const invoice = await lockInvoice(tx, actor, invoiceId);
    if (recipientVersion(invoice) !== version) throw new DomainError("changed_meanwhile");
    const iban = update.directDebitIban;
    if (iban !== undefined && iban !== invoice.directDebitIban) {
      beforeIbanChange();
      await endAccountChange(tx, actor, invoiceId);
      const facts = (known: string | null) => ({ known: known !== null });
      await recordEvent(tx, actor, "iban_changed", {
        about: `invoice:${invoiceId}`,
        before: facts(invoice.directDebitIban),
        after: facts(iban),
      });
    }
    return updateInvoice(tx, actor, invoiceId, withoutUnedited(invoice, update));
  });
}

/**
 * Removes an unedited e-mail address and country: the form sends every field that it shows, so an unedited one is no statement of the company.
 */
function withoutUnedited(
  { customerEmail, customerCountryCode }: Pick<Invoice, "customerEmail" | "customerCountryCode">,
  update: RecipientUpdate,
): RecipientUpdate {
  return {
    ...update,
    customerEmail: update.customerEmail === customerEmail ? undefined : update.customerEmail,
    customerCountryCode: update.customerCountryCode === customerCountryCode ? undefined : update.customerCountryCode,
  };
}
