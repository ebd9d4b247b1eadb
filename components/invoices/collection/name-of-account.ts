import { groupIban } from "@/server/domain/group-iban";
import type { AccountFacts } from "@/server/tenancy/bank-accounts/bank-account";

/** How an account is told from a company's others. */
export function nameOfAccount(facts: AccountFacts | null): string {
  return facts ? `${facts.holder}, ${groupIban(facts.iban, " ")}` : "";
}
