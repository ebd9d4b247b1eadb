import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { BankTransaction } from "@/db/schema/bank-transactions";
import type { Invoice } from "@/db/schema/invoices";
import type { Actor } from "@/server/actor";
import { clock } from "@/server/platform/clock";

/**
 * SQL that selects the ids of the visible companies that have the transaction's account, or had that account before a change. Usually this is
 * one company. A change of account that is not in force yet does not count.
 */
export function companiesOf(actor: Actor, { bankAccountId, companyId }: Pick<BankTransaction, "bankAccountId" | "companyId">): SQL {
  const { partnerId, companyIds } = actor;
  const visible = companyIds ? sql`a.company_id = any(${textArray(companyIds)})` : sql`true`;
  const numbers = sql`select d.bank_account_id, n.iban from bank_account_details d, unnest(array[d.iban, d.qr_iban]) n(iban)
    where d.partner_id = ${partnerId} and d.withdrawn_at is null and d.in_force_at <= ${clock.now(actor).toISOString()}`;
  return sql`select a.company_id from bank_accounts a where a.partner_id = ${partnerId} and ${visible} and (a.company_id = ${companyId} or a.id in (
    select theirs.bank_account_id from (${numbers}) theirs join (${numbers}) own on own.iban = theirs.iban and own.bank_account_id = ${bankAccountId}))`;
}

/** Returns the ids of the companies of `companiesOf`, for each transaction. */
export async function companiesOfAll(
  db: Database,
  actor: Actor,
  transactions: readonly Pick<BankTransaction, "bankAccountId" | "companyId">[],
): Promise<Set<string>[]> {
  const keyOf = ({ bankAccountId, companyId }: Pick<BankTransaction, "bankAccountId" | "companyId">) => `${bankAccountId} ${companyId}`;
  const accounts = new Map(transactions.map((each) => [keyOf(each), each]));
  const companies = new Map<string, Set<string>>();
  for (const [key, account] of accounts) {
    const rows = await db.execute<{ company_id: string }>(companiesOf(actor, account));
    companies.set(key, new Set(rows.map(({ company_id }) => company_id)));
  }
  return transactions.map((each) => companies.get(keyOf(each)) ?? new Set());
}

/** Whether the invoice's company is among those of `companiesOf`. */
export async function hasAccountOf(
  tx: Database,
  actor: Actor,
  transaction: BankTransaction,
  { companyId }: Pick<Invoice, "companyId">,
): Promise<boolean> {
  const found = await tx.execute(sql`select 1 from (${companiesOf(actor, transaction)}) mine where company_id = ${companyId} limit 1`);
  return found.length > 0;
}

/** Passes an array as one parameter. With one parameter per value, each length would need a separate prepared statement. */
export function textArray(values: readonly string[]): SQL {
  return sql`array(select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`;
}
