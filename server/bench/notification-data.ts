import type { NewCompany } from "../companies/company";
import type { NewInvoice } from "../invoices/invoice";

export const benchCompany: NewCompany = {
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
};

export function benchInvoice(importId: string): NewInvoice {
  return {
    importId,
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
    lines: [{ id: null, amountCents: 4_500, description: "Membership", date: null }],
    amountTotalCents: 4_500,
  };
}
