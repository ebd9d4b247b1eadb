import { z } from "zod";
import { locale } from "@/db/schema/companies";
import {
  readCustomerCountry,
  readCustomerEmail,
  readCustomerLastName,
  readCustomerPhone,
  readPhoneCountry,
  readTypedIban,
} from "@/server/billing/invoices/recipient-fields";
import { changedChoice, changedText, field, requiredInvoiceNumber } from "@/server/platform/fields";

const name = () => changedText("invalid_customer_name");
const address = () => changedText("invalid_customer_address");

/**
 * Fields of a recipient that the portal changes. Absent fields stay as they are. They are read as in /api/v2, but a wrong IBAN is refused,
 * and so is a locale in capitals.
 */
export const recipientUpdate = z.object({
  externalInvoiceNumber: requiredInvoiceNumber("invalid_external_invoice_number"),
  reference: changedText("invalid_reference"),
  locale: changedChoice("invalid_locale", locale.enumValues),
  directDebitIban: field("invalid_direct_debit_iban", readTypedIban, {}),
  federationMembershipNumber: changedText("invalid_federation_membership_number"),
  clubMembershipNumber: changedText("invalid_club_membership_number"),
  memberExternalId: changedText("invalid_member_external_id"),
  externalMembershipNumber: changedText("invalid_external_membership_number"),
  customerPrefix: name(),
  customerFirstName: name(),
  customerInfix: name(),
  customerLastName: field("invalid_customer_last_name", readCustomerLastName, {}),
  customerOrganization: name(),
  customerEmail: changedText("invalid_customer_email", { read: readCustomerEmail }),
  customerPhoneNumber: changedText("invalid_customer_phone", { read: readCustomerPhone }),
  customerPhoneCountryCode: changedText("invalid_customer_phone", { read: readPhoneCountry }),
  customerAddress1: address(),
  customerAddress2: address(),
  customerLocality: address(),
  customerHouseNumber: address(),
  customerHouseNumberExtension: address(),
  customerState: address(),
  customerZipcode: address(),
  customerCity: address(),
  customerCountryCode: changedText("invalid_customer_address", { read: readCustomerCountry }),
});
