import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { companies } from "@/db/schema/companies";
import { type Invoice, invoices } from "@/db/schema/invoices";
import type { Actor } from "@/server/actor";
import { endOwnStatements } from "@/server/billing/contact-changes/end-own-statements";
import { channelsOf, isReachable } from "@/server/domain/rules/reach";
import { DomainError, type ErrorCode } from "@/server/errors";
import { transact } from "@/server/platform/transact";
import { changeIban } from "./change-iban";
import { getInvoice, lockInvoice, whereInvoice } from "./find-invoice";
import type { InvoiceDetails, RecipientUpdate } from "./invoice";

/**
 * Changes the sent fields of the recipient, before and after transmission and also on a retracted invoice. Unless the customer is the actor, the
 * sent fields count as stated by the company, even with the same values (`endOwnStatements`). Throws `invalid_invoice_id`, and the code of the
 * emptied field if the update leaves no way to reach the customer.
 */
export function updateInvoice(db: Database, actor: Actor, invoiceId: string, sent: RecipientUpdate): Promise<InvoiceDetails> {
  return transact(db, actor, async (tx) => {
    const update = withoutAbsent(sent);
    const before = await lockInvoice(tx, actor, invoiceId);
    const after = { ...before, ...update };
    if (!isReachable(after)) throw new DomainError(codeOfEmptied(before, after));
    const iban = after.directDebitIban;
    const account = iban === before.directDebitIban ? {} : { isIbanUnconfirmed: await changeIban(tx, actor, before, iban) };
    const locale = update.locale === null ? await localeOfCompany(tx, before) : update.locale;

    // `erasedAt` is cleared: the invoice has personal details again, which are to be erased in time.
    await tx
      .update(invoices)
      .set({ ...update, ...account, locale, erasedAt: null })
      .where(whereInvoice(actor, invoiceId));
    await endOwnStatements(tx, actor, invoiceId, update);
    return getInvoice(tx, actor, invoiceId);
  });
}

/** Removes undefined fields, which were not sent. */
function withoutAbsent(sent: RecipientUpdate): RecipientUpdate {
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)) as RecipientUpdate;
}

/** Returns the code of the first way to reach the customer that an update removes. */
function codeOfEmptied(before: Invoice, after: Omit<Invoice, "locale">): ErrorCode {
  const had = channelsOf(before);
  const has = channelsOf(after);
  if (had.email && !has.email) return "invalid_customer_email";
  if (had.phone && !has.phone) return "invalid_customer_phone";
  return "invalid_customer_address";
}

async function localeOfCompany(tx: Database, { partnerId, companyId }: Invoice): Promise<Invoice["locale"]> {
  const company = only(
    await tx
      .select({ locale: companies.locale })
      .from(companies)
      .where(and(eq(companies.partnerId, partnerId), eq(companies.id, companyId))),
  );
  return company.locale;
}
