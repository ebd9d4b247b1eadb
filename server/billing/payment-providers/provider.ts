import type { Company } from "@/db/schema/companies";
import type { Payment } from "@/db/schema/payments";

/**
 * State of a payment at its provider: open until the customer has decided, pending while the money is on its way. Only the provider's
 * answers to our questions are trusted.
 */
export type ProviderState = "open" | "pending" | "paid" | "failed" | "cancelled" | "expired" | "charged_back";

/** State of a payment, and when the customer's money came, in real time; null: it did not come, or the provider does not say. */
export interface ProviderAnswer {
  state: ProviderState;
  paidAt: Date | null;
}

export interface PaymentOrder extends Pick<Payment, "method" | "amountCents"> {
  /** Our id. A repeated order with it is the same payment. */
  paymentId: string;
  currency: Company["currency"];
  /** Whether it belongs to a sandbox. */
  isPlay: boolean;
  /** Text on the customer's bank statement. */
  description: string;
  /** Address to which the customer returns afterwards; null: none. */
  returnUrl: string | null;
}

/** A payment provider, reached over the network: never call it while a transaction is open. */
export interface PaymentProvider {
  /** Creates a payment. Returns the provider's name of it, and the address where the customer pays. */
  create(order: PaymentOrder): Promise<{ reference: string; checkoutUrl: string }>;
  ask(reference: string): Promise<ProviderAnswer>;
  /** Cancels a payment on which the customer has not decided; any other stays unchanged. Returns its state afterwards. */
  cancel(reference: string): Promise<ProviderAnswer>;
  /** Refunds an amount in cents. A repeated order with the same id is the same refund. */
  refund(reference: string, order: { refundId: string; amountCents: number }): Promise<"pending" | "paid" | "failed">;
}
