import type { Database } from "@/db/client";
import type { Payment } from "@/db/schema/payments";
import { DomainError } from "../errors";
import { isSimulatedBankOpen } from "../simulated-bank/is-open";
import { simulatedBank } from "../simulated-bank/provider";
import type { PaymentProvider } from "./provider";

export type ProviderName = NonNullable<Payment["provider"]>;

/** Whoever new payments are ordered from. Throws `payments_not_offered` where none is configured. */
export function currentProvider(): ProviderName {
  if (!isSimulatedBankOpen()) throw new DomainError("payments_not_offered");
  return "simulated_bank";
}

const providers: Record<ProviderName, (db: Database) => PaymentProvider> = { simulated_bank: simulatedBank };

/** Given to whoever needs to ask one, so that a test can stand in for it. */
export type ProviderOf = (name: ProviderName) => PaymentProvider;

export function providersWith(db: Database): ProviderOf {
  return (name) => providers[name](db);
}
