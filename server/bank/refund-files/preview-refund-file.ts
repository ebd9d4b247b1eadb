import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { companySettings } from "@/db/schema/collection-settings";
import type { Actor } from "@/server/actor";
import { bankCalendarOf, bankDayFrom } from "@/server/domain/banking/bank-days";
import { dayAt } from "@/server/domain/formats/calendar";
import { DomainError } from "@/server/errors";
import { clock } from "@/server/platform/clock";
import { getCompany } from "@/server/tenancy/companies/find-company";
import { type OwedKey, receivingAccountOf } from "./find-receiving-account";
import { listPayingAccounts, type PayingAccount } from "./list-paying-accounts";

/** The accounts that a new refund file could pay from, the usual one first, and the day of execution. */
export interface RefundFilePreview {
  accounts: { id: string; holder: string; iban: string }[];
  executeOn: string;
}

/**
 * Returns what a file made now for these amounts would name. The usual account is the one that all of the money came to; otherwise that of
 * the company's settings. Throws `bank_account_missing` and `invalid_company_id`.
 */
export async function previewRefundFile(
  db: Database,
  actor: Actor,
  companyId: string,
  owed: readonly OwedKey[],
): Promise<RefundFilePreview> {
  const company = await getCompany(db, actor, companyId);
  const accounts = await listPayingAccounts(db, actor, company);
  const usual = await usualAccountOf(db, actor, companyId, accounts, owed);
  if (!usual) throw new DomainError("bank_account_missing");
  return {
    accounts: [usual, ...accounts.filter((each) => each !== usual)].map(({ id, current: { holder, iban } }) => ({ id, holder, iban })),
    executeOn: bankDayFrom(dayAt(clock.now(actor)), bankCalendarOf(company)),
  };
}

/**
 * Returns the account that a file pays from: the chosen one, of this company and its currency; otherwise that of the company's settings.
 * Throws `invalid_bank_account_id`, and `bank_account_missing` if none is chosen and the settings have none.
 */
export async function payingAccountOf(
  tx: Database,
  actor: Actor,
  company: Parameters<typeof listPayingAccounts>[2],
  chosenId?: string,
): Promise<PayingAccount> {
  const accounts = await listPayingAccounts(tx, actor, company);
  const id = chosenId ?? (await settingOf(tx, actor, company.id));
  const account = accounts.find((each) => each.id === id);
  if (!account) throw new DomainError(chosenId === undefined ? "bank_account_missing" : "invalid_bank_account_id");
  return account;
}

async function usualAccountOf(
  db: Database,
  actor: Actor,
  companyId: string,
  accounts: readonly PayingAccount[],
  owed: readonly OwedKey[],
): Promise<PayingAccount | undefined> {
  const receivingId = await receivingAccountOf(db, actor, owed);
  const settingId = await settingOf(db, actor, companyId);
  return accounts.find(({ id }) => id === receivingId) ?? accounts.find(({ id }) => id === settingId) ?? accounts[0];
}

/** Returns the account in the company's settings, from which it gives money back. */
async function settingOf(tx: Database, actor: Actor, companyId: string): Promise<string | null> {
  const where = and(eq(companySettings.partnerId, actor.partnerId), eq(companySettings.companyId, companyId));
  return only(await tx.select({ bankAccountId: companySettings.bankAccountId }).from(companySettings).where(where)).bankAccountId;
}
