import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { companySettings } from "@/db/schema/collection-settings";
import type { Actor } from "@/server/actor";
import { bankCalendarOf, bankDayFrom } from "@/server/domain/banking/bank-days";
import { dayAt } from "@/server/domain/formats/calendar";
import { DomainError } from "@/server/errors";
import { clock } from "@/server/platform/clock";
import { getBankAccount } from "@/server/tenancy/bank-accounts/find-bank-accounts";
import { getCompany } from "@/server/tenancy/companies/find-company";

/** The account that a new refund file would pay from, and the day of execution. */
export interface RefundFilePreview {
  holder: string;
  iban: string;
  executeOn: string;
}

/** Returns the account and day of a file made now. Throws `invalid_company_id` and what `payingAccountOf` throws. */
export async function previewRefundFile(db: Database, actor: Actor, companyId: string): Promise<RefundFilePreview> {
  const company = await getCompany(db, actor, companyId);
  const { holder, iban } = (await payingAccountOf(db, actor, companyId)).current;
  return { holder, iban, executeOn: bankDayFrom(dayAt(clock.now(actor)), bankCalendarOf(company)) };
}

/** Returns the account in the company's settings, from which it gives money back. Throws `bank_account_missing`. */
export async function payingAccountOf(tx: Database, actor: Actor, companyId: string) {
  const where = and(eq(companySettings.partnerId, actor.partnerId), eq(companySettings.companyId, companyId));
  const { bankAccountId } = only(await tx.select({ bankAccountId: companySettings.bankAccountId }).from(companySettings).where(where));
  const account = bankAccountId ? await getBankAccount(tx, actor, bankAccountId) : undefined;
  if (!account?.current) throw new DomainError("bank_account_missing");
  return { id: account.id, current: account.current };
}
