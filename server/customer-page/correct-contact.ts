import { and, asc, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "@/db/client";
import { contactChanges } from "@/db/schema/contact-changes";
import { mailCustomer } from "@/server/billing/customer-mails/mail-customer";
import { describeInvoice } from "@/server/billing/invoices/describe-invoice";
import { lockInvoice } from "@/server/billing/invoices/find-invoice";
import {
  readCustomerCountry,
  readCustomerEmail,
  readCustomerPhone,
  readPhoneCountry,
  readTypedIban,
} from "@/server/billing/invoices/recipient-fields";
import { updateRecipient } from "@/server/billing/invoices/update-recipient";
import { UNKNOWN_ADDRESS } from "@/server/platform/client-address";
import { clock } from "@/server/platform/clock";
import { changedText, field } from "@/server/platform/fields";
import { sendMailsSoon } from "@/server/platform/mail/send-mails-soon";
import { transact } from "@/server/platform/transact";
import { takeAttempt } from "@/server/tenancy/people/attempts";
import { addressToAsk, askToConfirm, noteChange } from "./confirm-account";
import type { Customer } from "./find-customer";

const addressField = () => changedText("invalid_customer_address");

/** Details that a customer may correct. An account number left empty stays unchanged. */
export const contactDetails = z.object({
  customerEmail: changedText("invalid_customer_email", { read: readCustomerEmail }),
  customerPhoneCountryCode: changedText("invalid_customer_phone", { read: readPhoneCountry }),
  customerPhoneNumber: changedText("invalid_customer_phone", { read: readCustomerPhone }),
  customerAddress1: addressField(),
  customerHouseNumber: addressField(),
  customerHouseNumberExtension: addressField(),
  customerZipcode: addressField(),
  customerCity: addressField(),
  customerCountryCode: changedText("invalid_customer_address", { read: readCustomerCountry }),
  directDebitIban: field("invalid_direct_debit_iban", (given) => readTypedIban(given) ?? undefined, {}),
});

export type ContactDetails = z.infer<typeof contactDetails>;

/**
 * Changes the customer's contact details, and returns whether an account number still waits for confirmation. The former e-mail address is
 * informed of a change, because customers pass links on and somebody else may have made it. The new one finds no mandate (`provenEmail`), and
 * a new country makes no law milder (`formerCountry`). A new account number is not used until it is confirmed by a mailed link
 * (`addressToAsk`); if nobody can be asked, it is used at once. Throws the errors of `updateRecipient`, and `too_many_attempts` after five
 * changes in 15 minutes.
 */
export async function correctContact(
  db: Database,
  actor: Customer,
  version: string,
  details: ContactDetails,
): Promise<{ isAccountToConfirm: boolean }> {
  await takeAttempt(db, "contact_correction", { account: actor.invoiceId, address: UNKNOWN_ADDRESS });
  const isAccountToConfirm = await transact(db, actor, async (tx) => {
    await lockInvoice(tx, actor, actor.invoiceId);
    const before = await describeInvoice(tx, actor, actor.invoiceId);
    const { externalInvoiceNumber } = before;
    const { directDebitIban: iban, ...others } = details;
    const newIban = iban && iban !== before.directDebitIban ? iban : undefined;
    const addressAsked = newIban && (await addressToAsk(tx, actor, before));
    const update = { externalInvoiceNumber, ...others, ...(newIban && !addressAsked && { directDebitIban: newIban }) };
    const { customerEmail, customerCountryCode } = await updateRecipient(tx, actor, actor.invoiceId, version, update);
    if (!isSameAddress(before.customerEmail, customerEmail)) {
      await noteChange(tx, actor, { kind: "email", formerEmail: before.customerEmail });
      await endReturnedAddress(tx, actor, customerEmail);
      if (before.customerEmail) await mailCustomer(tx, before, before.customerEmail, "customerAddressChanged", {});
    }
    const formerCountry = before.customerCountryCode ?? "";
    if (formerCountry !== (customerCountryCode ?? "")) await noteChange(tx, actor, { kind: "country", formerCountry });
    if (newIban && addressAsked) await askToConfirm(tx, actor, before, newIban, addressAsked);
    else if (newIban) await noteChange(tx, actor, { kind: "account" });
    return addressAsked !== undefined;
  });
  sendMailsSoon(db);
  return { isAccountToConfirm };
}

/** Ends the customer's changes of the address if it is again the one that the company stated, because nothing is left to prove. */
async function endReturnedAddress(tx: Database, actor: Customer, email: string | null): Promise<void> {
  const { partnerId, invoiceId } = actor;
  const ofCustomer = and(
    eq(contactChanges.partnerId, partnerId),
    eq(contactChanges.invoiceId, invoiceId),
    eq(contactChanges.kind, "email"),
    isNull(contactChanges.endedAt),
  );
  const [first] = await tx
    .select({ stated: contactChanges.formerEmail })
    .from(contactChanges)
    .where(ofCustomer)
    .orderBy(asc(contactChanges.createdAt), asc(contactChanges.id))
    .limit(1);
  if (!first || !isSameAddress(first.stated, email)) return;
  await tx
    .update(contactChanges)
    .set({ endedAt: clock.now(actor) })
    .where(ofCustomer);
}

/** Compares without case, as mail programs do. */
function isSameAddress(one: string | null, other: string | null): boolean {
  return one?.toLowerCase() === other?.toLowerCase();
}
