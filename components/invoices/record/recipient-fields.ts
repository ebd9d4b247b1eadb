import type { Recipient } from "@/server/billing/invoices/invoice";

export type RecipientField = keyof Recipient;

export interface FieldOnPage {
  name: RecipientField;
  /** Width in columns of a grid with six. */
  width: "col-span-6" | "col-span-4" | "col-span-3" | "col-span-2" | "col-span-1";
  type?: "email" | "tel";
  autoComplete?: string;
}

/** Editable fields, in the order in which people fill them in. */
export const recipientGroups: { title: "name" | "contact" | "address" | "numbers"; fields: FieldOnPage[] }[] = [
  {
    title: "name",
    fields: [
      { name: "customerPrefix", width: "col-span-1" },
      { name: "customerFirstName", width: "col-span-2" },
      { name: "customerInfix", width: "col-span-1" },
      { name: "customerLastName", width: "col-span-2" },
      { name: "customerOrganization", width: "col-span-4" },
      { name: "locale", width: "col-span-2" },
    ],
  },
  {
    title: "contact",
    fields: [
      { name: "customerEmail", width: "col-span-3", type: "email" },
      { name: "customerPhoneCountryCode", width: "col-span-1" },
      { name: "customerPhoneNumber", width: "col-span-2", type: "tel" },
      { name: "directDebitIban", width: "col-span-3" },
    ],
  },
  {
    title: "address",
    fields: [
      { name: "customerAddress1", width: "col-span-4" },
      { name: "customerHouseNumber", width: "col-span-1" },
      { name: "customerHouseNumberExtension", width: "col-span-1" },
      { name: "customerAddress2", width: "col-span-3" },
      { name: "customerLocality", width: "col-span-3" },
      { name: "customerZipcode", width: "col-span-2" },
      { name: "customerCity", width: "col-span-2" },
      { name: "customerState", width: "col-span-1" },
      { name: "customerCountryCode", width: "col-span-1" },
    ],
  },
  {
    title: "numbers",
    fields: [
      { name: "externalInvoiceNumber", width: "col-span-3" },
      { name: "reference", width: "col-span-3" },
      { name: "memberExternalId", width: "col-span-3" },
      { name: "externalMembershipNumber", width: "col-span-3" },
      { name: "clubMembershipNumber", width: "col-span-3" },
      { name: "federationMembershipNumber", width: "col-span-3" },
    ],
  },
];

export const recipientFields = recipientGroups.flatMap((group) => group.fields.map(({ name }) => name));
