import { type SQL, sql } from "drizzle-orm";
import type { BankTransaction } from "@/db/schema/bank-transactions";
import type { Actor } from "@/server/actor";

/** The companies of the partner that have the transaction's account: most often one. */
export function companiesOf(
  { partnerId, companyIds }: Actor,
  { bankAccountId, companyId }: Pick<BankTransaction, "bankAccountId" | "companyId">,
): SQL {
  const visible = companyIds ? sql`a.company_id = any(${textArray(companyIds)})` : sql`true`;
  const numbersOf = (alias: string) => sql.raw(`array[${alias}.iban, ${alias}.qr_iban]`);
  return sql`select distinct a.company_id from bank_accounts a
    left join bank_account_details d on d.partner_id = a.partner_id and d.bank_account_id = a.id
    left join bank_account_details o on o.partner_id = a.partner_id and o.bank_account_id = ${bankAccountId}
    where a.partner_id = ${partnerId} and (a.company_id = ${companyId} or ${numbersOf("d")} && ${numbersOf("o")}) and ${visible}`;
}

/** As one parameter, whatever is in it. */
export function textArray(values: readonly string[]): SQL {
  return sql`array(select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`;
}
