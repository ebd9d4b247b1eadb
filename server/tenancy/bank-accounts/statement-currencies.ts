import { type SQL, sql } from "drizzle-orm";
import { bankAccountDetails, bankAccounts } from "@/db/schema/bank-accounts";

/**
 * Returns the query of the currencies of an account's statements, for a row of the account joined with some of its details. Counts statements
 * that are not withdrawn and that
 * - name one of the row's numbers, even if they are another company's that shares the number; or
 * - are the account's own, with an earlier number.
 *
 * Looks up one statement per number and currency, by the index `bank_statements_once`: an account may have thousands of statements.
 */
export function statementCurrencies(): SQL<string[]> {
  const { iban, qrIban } = bankAccountDetails;
  return sql`array(
    with recursive numbers as (
      select distinct n.iban from bank_account_details d, unnest(array[d.iban, d.qr_iban]) n(iban)
      where d.partner_id = ${bankAccounts.partnerId} and d.bank_account_id = ${bankAccounts.id} and n.iban is not null
    ),
    found as (
      select iban, ''::text collate "C" as currency from numbers
      union all
      select found.iban, next.currency from found cross join lateral (
        select s.currency from bank_statements s
        where s.partner_id = ${bankAccounts.partnerId} and s.iban = found.iban and s.currency > found.currency and s.withdrawal_id is null
          and (s.iban in (${iban}, ${qrIban}) or s.bank_account_id = ${bankAccounts.id})
        order by s.currency limit 1) next
    )
    select distinct currency from found where currency <> '' order by currency)`;
}
