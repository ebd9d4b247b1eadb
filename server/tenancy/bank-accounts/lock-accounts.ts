import type { Database } from "@/db/client";
import { type Company, companies } from "@/db/schema/companies";
import type { Actor } from "@/server/actor";
import { DomainError } from "@/server/errors";
import { whereCompany } from "@/server/tenancy/companies/find-company";
import type { BankAccount } from "./bank-account";
import { getBankAccount } from "./find-bank-accounts";

/** Returns the company and locks its accounts against changes until the transaction ends. Throws `invalid_company_id`. */
export async function lockCompany(tx: Database, actor: Actor, companyId: string): Promise<Company> {
  const [company] = await tx.select().from(companies).where(whereCompany(actor, companyId)).for("no key update");
  if (!company) throw new DomainError("invalid_company_id");
  return company;
}

/** Returns an open account and its company, both locked. Throws `invalid_bank_account_id` and `bank_account_closed`. */
export async function lockOpenAccount(tx: Database, actor: Actor, id: string): Promise<{ account: BankAccount; company: Company }> {
  const { companyId } = await getBankAccount(tx, actor, id);
  const company = await lockCompany(tx, actor, companyId);
  // Read again, because it may have changed before the lock.
  const account = await getBankAccount(tx, actor, id);
  if (account.closedAt) throw new DomainError("bank_account_closed");
  return { account, company };
}
