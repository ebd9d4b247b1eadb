import type { InvoiceLine } from "@/db/schema/invoice-lines";
import type { Invoice } from "@/db/schema/invoices";
import type { Message } from "@/db/schema/messages";
import type { Ticket } from "@/db/schema/tickets";

/** A line without its invoice and position. */
export type Line = Pick<InvoiceLine, "id" | "type" | "amountCents" | "description" | "date" | "paymentMethod">;

/** An invoice with everything attached to it. Each list is in recorded order. */
export interface InvoiceDetails extends Invoice {
  lines: Line[];
  messages: Pick<Message, "id" | "type" | "description" | "createdAt">[];
  tickets: Pick<Ticket, "id" | "message" | "sender" | "createdAt">[];
}

/** Fields of an invoice, most of them about its recipient, that a partner sends and may change later. */
export type Recipient = Pick<
  Invoice,
  | "externalInvoiceNumber"
  | "reference"
  | "locale"
  | "directDebitIban"
  | "federationMembershipNumber"
  | "clubMembershipNumber"
  | "memberExternalId"
  | "externalMembershipNumber"
  | "customerPrefix"
  | "customerFirstName"
  | "customerInfix"
  | "customerLastName"
  | "customerOrganization"
  | "customerAddress1"
  | "customerAddress2"
  | "customerLocality"
  | "customerHouseNumber"
  | "customerHouseNumberExtension"
  | "customerState"
  | "customerZipcode"
  | "customerCity"
  | "customerCountryCode"
  | "customerEmail"
  | "customerPhoneNumber"
  | "customerPhoneCountryCode"
>;

interface NewLine {
  /** Null: the service assigns an id. */
  id: string | null;
  amountCents: number;
  description: string | null;
  /** Null: now. */
  date: Date | null;
}

/** An invoice to record. Amounts in cents. */
export interface NewInvoice extends Omit<Recipient, "locale"> {
  importId: string;
  /** Null: the company's locale. */
  locale: Invoice["locale"] | null;
  lines: NewLine[];
  /** Sum of the lines. */
  amountTotalCents: number;
}

/** New values of a recipient. The partner's number is required; other absent fields stay unchanged. A null locale becomes the company's. */
export type RecipientUpdate = Pick<Recipient, "externalInvoiceNumber"> &
  Partial<Omit<Recipient, "locale">> & { locale?: Invoice["locale"] | null };

/** Values that a retraction records. */
export interface Retraction {
  /** The number of the partner's credit note. */
  creditNoteNumber: string;
  /** Description on the credit lines. */
  description: string;
  retractionReason: string | null;
  showRetractionReasonToCustomer: boolean;
}
