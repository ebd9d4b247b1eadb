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

/** Function that returns a provider by name. Callers of providers take it as a parameter, so that tests can replace it. */
export type ProviderOf = (name: ProviderName) => PaymentProvider;

/** Returns the function that looks up providers, for this database. */
export function providersWith(db: Database): ProviderOf {
  return (name) => providers[name](db);
}
