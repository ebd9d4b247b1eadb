import { and, inArray, isNull, like, lte, or, type SQL, sql } from "drizzle-orm";
import { bankAccountDetails } from "@/db/schema/bank-accounts";
import type { Actor } from "@/server/actor";
import { accountKey, hasSortCode } from "@/server/domain/banking/british-account";
import { clock } from "@/server/platform/clock";

/**
 * Returns the condition that details name one of these accounts, and are or were in force. Details store IBANs; a British account may also
 * be given as its sort code and account number. A change that only waits does not count.
 */
export function whereAccountIn(actor: Actor, accounts: readonly string[]): SQL | undefined {
  const { iban, inForceAt, withdrawnAt } = bankAccountDetails;
  const british = accounts.filter(hasSortCode).map(accountKey);
  const isSame = or(inArray(iban, [...accounts]), and(like(iban, "GB%"), inArray(sql`right(${iban}, 14)`, british)));
  return and(isSame, isNull(withdrawnAt), lte(inForceAt, clock.now(actor)));
}
