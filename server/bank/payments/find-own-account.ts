import { and, asc, eq, ne } from "drizzle-orm";
import type { Database } from "@/db/client";
import { bankAccountDetails, bankAccounts } from "@/db/schema/bank-accounts";
import type { BankTransaction } from "@/db/schema/bank-transactions";
import { companies } from "@/db/schema/companies";
import { type Actor, visibleTo } from "@/server/actor";
import { whereAccountIn } from "@/server/tenancy/bank-accounts/where-account-in";

/**
 * Returns the company that has the other party's account, if that is another account of a company that the actor may see: the payment is then
 * probably a transfer between the partner's own accounts. Otherwise null.
 */
export async function findOwnAccount(
  db: Database,
  actor: Actor,
  { iban, bankAccountId }: BankTransaction,
): Promise<{ companyName: string } | null> {
  if (iban === "") return null;
  const [found] = await db
    .select({ companyName: companies.name })
    .from(bankAccounts)
    .innerJoin(companies, and(eq(companies.partnerId, bankAccounts.partnerId), eq(companies.id, bankAccounts.companyId)))
    .innerJoin(
      bankAccountDetails,
      and(eq(bankAccountDetails.partnerId, bankAccounts.partnerId), eq(bankAccountDetails.bankAccountId, bankAccounts.id)),
    )
    .where(and(visibleTo(actor, bankAccounts), ne(bankAccounts.id, bankAccountId), whereAccountIn(actor, [iban])))
    .orderBy(asc(bankAccounts.createdAt))
    .limit(1);
  return found ?? null;
}
