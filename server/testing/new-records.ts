import type { NewInvoice } from "@/server/billing/invoices/invoice";
import { emptyRecipient } from "@/server/billing/invoices/recipient-fields";
import { type NewCompany, withoutDetails } from "@/server/tenancy/companies/company";

/** A valid company. */
export const newCompany: NewCompany = {
  ...withoutDetails,
  name: "Rowing Club Northbank",
  brand: "brand_code_1",
  email: "office@northbank.example",
  locale: "nl",
  countryCode: "NL",
  currency: "EUR",
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
  ...emptyRecipient,
  externalInvoiceNumber: "2026-0001",
  customerFirstName: "Ada",
  customerLastName: "Brandsma",
  customerEmail: "ada.brandsma@members.example",
};
