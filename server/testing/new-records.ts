import type { NewInvoice } from "@/server/billing/invoices/invoice";
import type { NewCompany } from "@/server/tenancy/companies/company";

/** A valid company. */
export const newCompany: NewCompany = {
  name: "Rowing Club Northbank",
  brand: "brand_code_1",
  email: "office@northbank.example",
  locale: "nl",
  countryCode: "NL",
  currency: "EUR",
  address1: null,
  address2: null,
  houseNumber: null,
  zipcode: null,
  city: null,
  vatPercentage: null,
  partnershipPageUrl: null,
  enterpriseNumber: null,
};

/** Returns a valid invoice of one line. */
export function newInvoiceFor(importId: string, amountCents = 4_500): NewInvoice {
  return {
    ...recipient,
    importId,
    lines: [{ id: null, amountCents, description: "Membership", date: null }],
    amountTotalCents: amountCents,
  };
}

const recipient: Omit<NewInvoice, "importId" | "lines" | "amountTotalCents"> = {
  externalInvoiceNumber: "2026-0001",
  reference: null,
  locale: null,
  directDebitIban: null,
  federationMembershipNumber: null,
  clubMembershipNumber: null,
  memberExternalId: null,
  externalMembershipNumber: null,
  customerPrefix: null,
  customerFirstName: "Ada",
  customerInfix: null,
  customerLastName: "Brandsma",
  customerOrganization: null,
  customerAddress1: null,
  customerAddress2: null,
  customerLocality: null,
  customerHouseNumber: null,
  customerHouseNumberExtension: null,
  customerState: null,
  customerZipcode: null,
  customerCity: null,
  customerCountryCode: null,
  customerEmail: "ada.brandsma@members.example",
  customerPhoneNumber: null,
  customerPhoneCountryCode: null,
};
