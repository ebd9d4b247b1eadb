import type { AccountFacts, BankAccount } from "@/server/tenancy/bank-accounts/bank-account";

/** A decision about a bank account: to confirm or withdraw its waiting change, or to close the account. */
export type Decision = "confirm" | "withdraw" | "close";

/** Returns the details that a decision is about: those in force if the account is to be closed, otherwise those that wait. */
export function decidedFacts(decision: Decision, { current, waiting }: Pick<BankAccount, "current" | "waiting">): AccountFacts | null {
  return decision === "close" ? (current ?? waiting) : waiting;
}
