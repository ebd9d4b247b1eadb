import type { Database } from "@/db/client";
import type { Company } from "@/db/schema/companies";
import type { Actor } from "@/server/actor";
import { listKnownAccounts } from "@/server/bank/statements/find-statement-accounts";
import { knownCurrencies } from "@/server/domain/banking/account-currency";
import type { BankAccount } from "@/server/tenancy/bank-accounts/bank-account";
import { listBankAccounts } from "@/server/tenancy/bank-accounts/find-bank-accounts";

/** An account that refunds can be paid from. */
export interface PayingAccount extends BankAccount {
  current: NonNullable<BankAccount["current"]>;
}

/**
 * Lists the company's accounts that refund files can pay from, oldest first: in use, with details in force, and, as far as their statements
 * tell, in the company's currency.
 */
export async function listPayingAccounts(
  db: Database,
  actor: Actor,
  { id, currency }: Pick<Company, "id" | "currency">,
): Promise<PayingAccount[]> {
  const [accounts, known] = await Promise.all([listBankAccounts(db, actor, id), listKnownAccounts(db, actor)]);
  const isInCurrency = (accountId: string) =>
    known.some(({ bankAccountId, ...facts }) => bankAccountId === accountId && knownCurrencies(facts).includes(currency));
  return accounts.flatMap(({ current, ...account }) =>
    current && account.closedAt === null && isInCurrency(account.id) ? [{ ...account, current }] : [],
  );
}
