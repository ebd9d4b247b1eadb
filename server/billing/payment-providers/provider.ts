import type { Company } from "@/db/schema/companies";
import type { Payment } from "@/db/schema/payments";

/**
 * State of a payment at its provider: open until the customer has decided, pending while the money is on its way. The service trusts only
 * the provider's answers to its own requests.
 */
export type ProviderState = "open" | "pending" | "paid" | "failed" | "cancelled" | "expired" | "charged_back";

/**
 * State of a payment, and the real time at which the customer's money arrived. `paidAt` is null if no money arrived, or if the provider does not
 * report the time.
 */
export interface ProviderAnswer {
  state: ProviderState;
  paidAt: Date | null;
}

/** A payment that a provider is to collect. Amount in cents. */
export interface PaymentOrder extends Pick<Payment, "method" | "amountCents"> {
  /** The service's id of the payment. Ordering again with the same id is the same payment. */
  paymentId: string;
  currency: Company["currency"];
  /** Whether the payment belongs to a sandbox. */
  isPlay: boolean;
  /** Text on the customer's bank statement. */
  description: string;
  /** Address to which the customer returns afterwards; null if there is none. */
  returnUrl: string | null;
}

/** A payment provider, reached over the network: never call it while a transaction is open. */
export interface PaymentProvider {
  /** Creates a payment. Returns the provider's id of the payment, and the address where the customer pays. */
  create(order: PaymentOrder): Promise<{ reference: string; checkoutUrl: string }>;
  /** Returns a payment's state. */
  ask(reference: string): Promise<ProviderAnswer>;
  /** Cancels a payment if the customer has not decided. Returns the state afterwards. */
  cancel(reference: string): Promise<ProviderAnswer>;
  /** Refunds an amount in cents. Ordering again with the same id is the same refund. */
  refund(reference: string, order: { refundId: string; amountCents: number }): Promise<"pending" | "paid" | "failed">;
}
