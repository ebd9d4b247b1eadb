import type { Company } from "@/db/schema/companies";
import type { Payment } from "@/db/schema/payments";

/**
 * How a payment stands at its provider: open until the customer has decided, pending while the money is on its way. Only what a provider answers
 * when asked is believed.
 */
export type ProviderState = "open" | "pending" | "paid" | "failed" | "cancelled" | "expired" | "charged_back";

/** How a payment stands, and when the customer's money came, in real time; null: it did not, or the provider does not say. */
export interface ProviderAnswer {
  state: ProviderState;
  paidAt: Date | null;
}

export interface PaymentOrder extends Pick<Payment, "method" | "amountCents"> {
  /** Ours. An order that is repeated under it is the same payment. */
  paymentId: string;
  currency: Company["currency"];
  /** Of a sandbox. */
  isPlay: boolean;
  /** What the customer reads on their bank statement. */
  description: string;
  /** Where the customer goes on afterwards; null: nowhere. */
  returnUrl: string | null;
}

/** A payment provider, reached over the network: never call it while a transaction is open. */
export interface PaymentProvider {
  /** The provider's own name of the payment, and where the customer pays. */
  create(order: PaymentOrder): Promise<{ reference: string; checkoutUrl: string }>;
  ask(reference: string): Promise<ProviderAnswer>;
  /** Gives up a payment on which the customer has not decided yet; any other stays as it is. Answers how it stands then. */
  cancel(reference: string): Promise<ProviderAnswer>;
  /** Gives back so many cents. An order that is repeated under its id is the same refund. */
  refund(reference: string, order: { refundId: string; amountCents: number }): Promise<"pending" | "paid" | "failed">;
}
