import type { CustomersAddress } from "./address-in-payment";

/** An invoice that a payment may be for. Amounts in cents. */
export interface PossibleInvoice {
  id: string;
  invoiceNumber: number;
  externalInvoiceNumber: string;
  outstandingCents: number;
  /** Amount that is to be paid now by a plan of instalments; null without a plan, or if the amount is not known. */
  partCents: number | null;
  currency: string;
  /** Whether the invoice's company is in Belgium. */
  isBelgian: boolean;
  customerName: string;
  lastName: string;
  firstName: string;
  organization: string;
  /** In lower case; empty if unknown. */
  email: string;
  /** Home by `homeOf`, equal for customers who live together; empty if unknown. */
  home: string;
  address: CustomersAddress;
  /** The customer's membership number; empty if unknown. */
  memberNumber: string;
  /** Equal for invoices that are asked for together; null if the invoice is in no household. */
  householdId: string | null;
  /** Whether staff joined the invoice to another payer's household. */
  isJoinedByHand: boolean;
  directDebitIban: string;
  retractedAt: Date | null;
  /** Whether a payment from the payer's account was booked for the invoice's customer before. */
  isKnownPayer: boolean;
}
