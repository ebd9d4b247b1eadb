import { groupIban } from "@/server/domain/banking/group-iban";
import type { AccountFacts } from "@/server/tenancy/bank-accounts/bank-account";

/** Returns a name that distinguishes an account from the company's others; empty if its facts are unknown. */
export function nameOfAccount(facts: AccountFacts | null): string {
  return facts ? `${facts.holder}, ${groupIban(facts.iban, " ")}` : "";
}
