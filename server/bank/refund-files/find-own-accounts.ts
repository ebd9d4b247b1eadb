import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { bankAccountDetails, bankAccounts } from "@/db/schema/bank-accounts";
import type { Actor } from "@/server/actor";
import { whereAccountIn } from "@/server/tenancy/bank-accounts/where-account-in";

/**
 * Returns those of the given accounts that belong to companies of the partner, as IBANs, with the company. Includes former accounts: money
 * that goes there is no refund.
 */
export async function findOwnAccounts(
  db: Database,
  actor: Actor,
  accounts: readonly string[],
): Promise<{ companyId: string; iban: string }[]> {
  if (accounts.length === 0) return [];
  return db
    .select({ companyId: bankAccounts.companyId, iban: bankAccountDetails.iban })
    .from(bankAccounts)
    .innerJoin(
      bankAccountDetails,
      and(eq(bankAccountDetails.partnerId, bankAccounts.partnerId), eq(bankAccountDetails.bankAccountId, bankAccounts.id)),
    )
    .where(and(eq(bankAccounts.partnerId, actor.partnerId), whereAccountIn(actor, accounts)));
}
