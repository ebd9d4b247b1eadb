import type { Database } from "@/db/client";
import type { Actor } from "@/server/actor";
import { replaceCustomerLink } from "@/server/billing/customer-links/replace-customer-link";
import { mailCustomer } from "@/server/billing/customer-mails/mail-customer";
import { describeInvoice } from "@/server/billing/invoices/describe-invoice";
import { DomainError } from "@/server/errors";
import { UNKNOWN_ADDRESS } from "@/server/platform/client-address";
import { sendMailsSoon } from "@/server/platform/mail/send-mails-soon";
import { takeAttempt } from "@/server/tenancy/people/attempts";
import type { Customer } from "./find-customer";

/**
 * Mails the customer a new link in place of an expired one. Without an address nothing is mailed, and the answer is the same. Throws
 * `too_many_attempts` after three in a day.
 */
export async function renewLink(db: Database, customer: Customer): Promise<void> {
  await takeRenewal(db, customer.invoiceId);
  await db.transaction((tx) => mailNewLink(tx, customer, customer.invoiceId));
  sendMailsSoon(db);
}

/**
 * As `renewLink`, for staff whose customer has lost the link. Throws `invalid_customer_email` if no address is known, and
 * `too_many_attempts`.
 */
export async function sendNewLink(tx: Database, actor: Actor, invoiceId: string): Promise<void> {
  await takeRenewal(tx, invoiceId);
  if (!(await mailNewLink(tx, actor, invoiceId))) throw new DomainError("invalid_customer_email");
}

async function takeRenewal(db: Database, invoiceId: string): Promise<void> {
  await takeAttempt(db, "customer_link", { account: invoiceId, address: UNKNOWN_ADDRESS });
}

/** Returns false if no address is known. */
async function mailNewLink(tx: Database, actor: Actor, invoiceId: string): Promise<boolean> {
  const invoice = await describeInvoice(tx, actor, invoiceId);
  if (!invoice.customerEmail) return false;
  const link = await replaceCustomerLink(tx, actor, invoiceId);
  await mailCustomer(tx, invoice, invoice.customerEmail, "customerLinkRenewed", { link });
  return true;
}
