import { z } from "zod";
import type { Database } from "@/db/client";
import { describeInvoice } from "@/server/billing/invoices/describe-invoice";
import { lockInvoice } from "@/server/billing/invoices/find-invoice";
import type { InvoiceRecord } from "@/server/billing/invoices/invoice-record";
import {
  readCustomerCountry,
  readCustomerEmail,
  readCustomerPhone,
  readPhoneCountry,
  readTypedIban,
} from "@/server/billing/invoices/recipient-fields";
import { updateRecipient } from "@/server/billing/invoices/update-recipient";
import { veilIban } from "@/server/domain/veil-iban";
import { enqueueCustomerMail } from "@/server/outbound/mail/enqueue-mail";
import { type MailText, mailText } from "@/server/outbound/mail/mail-text";
import { sendMailsSoon } from "@/server/outbound/mail/send-mails";
import { UNKNOWN_ADDRESS } from "@/server/platform/client-address";
import { changedText, field } from "@/server/platform/fields";
import { transact } from "@/server/platform/transact";
import { takeAttempt } from "@/server/tenancy/people/attempts";
import type { Customer } from "./find-customer";

const address = () => changedText("invalid_customer_address");

/** What a customer may correct. An account number that is left empty stays what it is. */
export const contactDetails = z.object({
  customerEmail: changedText("invalid_customer_email", { read: readCustomerEmail }),
  customerPhoneCountryCode: changedText("invalid_customer_phone", { read: readPhoneCountry }),
  customerPhoneNumber: changedText("invalid_customer_phone", { read: readCustomerPhone }),
  customerAddress1: address(),
  customerHouseNumber: address(),
  customerHouseNumberExtension: address(),
  customerZipcode: address(),
  customerCity: address(),
  customerCountryCode: changedText("invalid_customer_address", { read: readCustomerCountry }),
  directDebitIban: field("invalid_direct_debit_iban", (given) => readTypedIban(given) ?? undefined, {}),
});

export type ContactDetails = z.infer<typeof contactDetails>;

/**
 * Changes the customer's contact details. If the e-mail address or the account number changes, the address that was known before is told, because its
 * owner may not be the one who changed it: links are passed on. Throws what `updateRecipient` throws, and `too_many_attempts` after five changes in 15 minutes.
 */
export async function correctContact(db: Database, actor: Customer, version: string, details: ContactDetails): Promise<void> {
  await takeAttempt(db, "contact_correction", { account: actor.invoiceId, address: UNKNOWN_ADDRESS });
  await transact(db, actor, async (tx) => {
    await lockInvoice(tx, actor, actor.invoiceId);
    const before = await describeInvoice(tx, actor, actor.invoiceId);
    const { externalInvoiceNumber, locale } = before;
    const invoice = { company: before.companyName, invoiceNumber: String(before.invoiceNumber) };
    const { customerEmail, directDebitIban } = await updateRecipient(tx, actor, actor.invoiceId, version, {
      externalInvoiceNumber,
      ...details,
    });
    if (!isSameAddress(before.customerEmail, customerEmail))
      await tellFormerAddress(tx, before, mailText(locale, "customerAddressChanged", invoice));
    if (directDebitIban && directDebitIban !== before.directDebitIban) {
      await tellFormerAddress(tx, before, mailText(locale, "customerAccountChanged", { ...invoice, iban: veilIban(directDebitIban) }));
    }
  });
  sendMailsSoon(db);
}

/** Mail programs tell no capitals from small letters. */
function isSameAddress(one: string | null, other: string | null): boolean {
  return one?.toLowerCase() === other?.toLowerCase();
}

async function tellFormerAddress(tx: Database, { partnerId, customerEmail, locale }: InvoiceRecord, text: MailText): Promise<void> {
  if (customerEmail) await enqueueCustomerMail(tx, partnerId, customerEmail, locale, text);
}
