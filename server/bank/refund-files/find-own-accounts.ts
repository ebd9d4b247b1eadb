import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { bankAccountDetails, bankAccounts } from "@/db/schema/bank-accounts";
import type { Actor } from "@/server/actor";

/** Finds the accounts among these that are the partner's companies' own: money that goes there is no refund. */
export async function findOwnAccounts(
  db: Database,
  { partnerId }: Actor,
  ibans: readonly string[],
): Promise<{ companyId: string; iban: string }[]> {
  if (ibans.length === 0) return [];
  return db
    .select({ companyId: bankAccounts.companyId, iban: bankAccountDetails.iban })
    .from(bankAccounts)
    .innerJoin(
      bankAccountDetails,
      and(eq(bankAccountDetails.partnerId, bankAccounts.partnerId), eq(bankAccountDetails.bankAccountId, bankAccounts.id)),
    )
    .where(
      and(eq(bankAccounts.partnerId, partnerId), inArray(bankAccountDetails.iban, [...ibans]), isNull(bankAccountDetails.withdrawnAt)),
    );
}
