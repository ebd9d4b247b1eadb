import type { Database } from "@/db/client";
import { describeInvoice } from "@/server/billing/invoices/describe-invoice";
import { enqueueCustomerMail } from "@/server/outbound/mail/enqueue-mail";
import { mailText } from "@/server/outbound/mail/mail-text";
import { sendMailsSoon } from "@/server/outbound/mail/send-mails";
import { UNKNOWN_ADDRESS } from "@/server/platform/client-address";
import { takeAttempt } from "@/server/tenancy/people/attempts";
import type { Customer } from "./find-customer";
import { replaceCustomerLink } from "./replace-customer-link";

/**
 * Mails a new link for one that has ended to the address that is known of its customer; where there is none, nothing happens, and who asks is not told which.
 * Throws `too_many_attempts` after three in a day.
 */
export async function renewLink(db: Database, customer: Customer): Promise<void> {
  await takeAttempt(db, "customer_link", { account: customer.invoiceId, address: UNKNOWN_ADDRESS });
  await db.transaction(async (tx) => {
    const { customerEmail, locale, companyName, externalInvoiceNumber } = await describeInvoice(tx, customer, customer.invoiceId);
    if (!customerEmail) return;
    const link = await replaceCustomerLink(tx, customer, customer.invoiceId);
    const values = { company: companyName, invoiceNumber: externalInvoiceNumber, link };
    await enqueueCustomerMail(tx, customer.partnerId, customerEmail, locale, mailText(locale, "customerLinkRenewed", values));
  });
  sendMailsSoon(db);
}
