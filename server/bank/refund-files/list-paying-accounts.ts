import { and, eq, isNull, lte } from "drizzle-orm";
import type { Database } from "@/db/client";
import { bankAccountDetails, bankAccounts } from "@/db/schema/bank-accounts";
import type { Company } from "@/db/schema/companies";
import type { Actor } from "@/server/actor";
import { knownCurrencies } from "@/server/domain/banking/account-currency";
import { clock } from "@/server/platform/clock";
import type { BankAccount } from "@/server/tenancy/bank-accounts/bank-account";
import { listBankAccounts } from "@/server/tenancy/bank-accounts/find-bank-accounts";
import { statementCurrencies } from "@/server/tenancy/bank-accounts/statement-currencies";

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
  { id: companyId, currency }: Pick<Company, "id" | "currency">,
): Promise<PayingAccount[]> {
  const accounts = await listBankAccounts(db, actor, companyId);
  const found = await db
    .select({ id: bankAccounts.id, statementCurrencies: statementCurrencies() })
    .from(bankAccounts)
    .innerJoin(
      bankAccountDetails,
      and(eq(bankAccountDetails.partnerId, bankAccounts.partnerId), eq(bankAccountDetails.bankAccountId, bankAccounts.id)),
    )
    .where(
      and(
        ...[eq(bankAccounts.partnerId, actor.partnerId), eq(bankAccounts.companyId, companyId), isNull(bankAccounts.closedAt)],
        ...[isNull(bankAccountDetails.withdrawnAt), lte(bankAccountDetails.inForceAt, clock.now(actor))],
      ),
    );
  const inCurrency = new Set(found.filter((each) => knownCurrencies({ ...each, currency }).includes(currency)).map(({ id }) => id));
  return accounts.flatMap(({ current, ...account }) => (current && inCurrency.has(account.id) ? [{ ...account, current }] : []));
}
