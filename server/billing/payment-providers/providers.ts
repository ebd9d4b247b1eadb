import type { Database } from "@/db/client";
import type { Partner } from "@/db/schema/partners";
import type { Payment } from "@/db/schema/payments";
import { isSimulatedBankOpen } from "@/server/billing/payment-providers/simulated-bank/is-open";
import { simulatedBank } from "@/server/billing/payment-providers/simulated-bank/provider";
import { DomainError } from "@/server/errors";
import type { PaymentProvider } from "./provider";

export type ProviderName = NonNullable<Payment["provider"]>;

/** Returns the provider for new payments. Sandboxes always use the simulated bank. Throws `payments_not_offered` if none is configured. */
export function currentProvider({ isSandbox }: Pick<Partner, "isSandbox">): ProviderName {
  if (!isSandbox && !isSimulatedBankOpen()) throw new DomainError("payments_not_offered");
  return "simulated_bank";
}

const providers: Record<ProviderName, (db: Database) => PaymentProvider> = { simulated_bank: simulatedBank };

/** Looks up a provider by name. Everything that calls providers takes this as a parameter, so that tests can replace it. */
export type ProviderOf = (name: ProviderName) => PaymentProvider;

export function providersWith(db: Database): ProviderOf {
  return (name) => providers[name](db);
}
