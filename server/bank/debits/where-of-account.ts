import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { BankTransaction } from "@/db/schema/bank-transactions";

/**
 * Condition: a file collects for the account of the payment on a statement, which companies may share, or whose number may have changed since.
 * `iban`: the file's column.
 */
export function whereOfAccount(iban: SQLWrapper, { partnerId, bankAccountId }: Pick<BankTransaction, "partnerId" | "bankAccountId">): SQL {
  return sql`${iban} in (select a.iban from bank_account_details a where a.partner_id = ${partnerId} and a.bank_account_id = ${bankAccountId})`;
}
