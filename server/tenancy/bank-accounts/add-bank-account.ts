import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { bankAccounts } from "@/db/schema/bank-accounts";
import { companySettings, importSettings } from "@/db/schema/collection-settings";
import { imports } from "@/db/schema/imports";
import type { Actor } from "@/server/actor";
import { DomainError } from "@/server/errors";
import { clock } from "@/server/platform/clock";
import { newId } from "@/server/platform/id";
import { transact } from "@/server/platform/transact";
import { type AccountFacts, type BankAccount, CHANGE_WAITS_MS, isOrBecomes } from "./bank-account";
import { getBankAccount, listBankAccounts } from "./find-bank-accounts";
import { fitsCurrency } from "./fits-currency";
import { lockCompany } from "./lock-accounts";
import { requestDetails } from "./request-details";

/**
 * Adds an account of the company. Its first account ever takes effect at once, unless a key adds it; every other account waits. Imports of
 * the company that name no account are paid into the first one. That includes transmitted imports, whose customers had been given no
 * account.
 * Throws `invalid_company_id`, `bank_account_not_in_currency` and `bank_account_exists`.
 */
export function addBankAccount(db: Database, actor: Actor, companyId: string, facts: AccountFacts): Promise<BankAccount> {
  return transact(db, actor, async (tx) => {
    const company = await lockCompany(tx, actor, companyId);
    if (!fitsCurrency(facts, company.currency)) throw new DomainError("bank_account_not_in_currency");
    const others = await listBankAccounts(tx, actor, companyId);
    if (others.some((other) => isOrBecomes(other, facts))) throw new DomainError("bank_account_exists");

    const { partnerId } = actor;
    const id = newId();
    await tx.insert(bankAccounts).values({ partnerId, id, companyId, createdAt: clock.now(actor) });
    const isFirst = others.length === 0;
    // An account that a key adds always waits, because a key cannot prove the identity of its holder.
    const waitsMs = isFirst && actor.kind !== "key" ? 0 : CHANGE_WAITS_MS;
    await requestDetails(tx, actor, company, { bankAccountId: id, before: null, facts, waitsMs });
    if (isFirst) await nameInSettings(tx, partnerId, companyId, id);
    return getBankAccount(tx, actor, id);
  });
}

async function nameInSettings(tx: Database, partnerId: string, companyId: string, bankAccountId: string): Promise<void> {
  await tx
    .update(companySettings)
    .set({ bankAccountId })
    .where(and(eq(companySettings.partnerId, partnerId), eq(companySettings.companyId, companyId)));
  const ofCompany = sql`${importSettings.importId} in (select id from ${imports} where partner_id = ${partnerId} and company_id = ${companyId})`;
  await tx
    .update(importSettings)
    .set({ bankAccountId })
    .where(and(eq(importSettings.partnerId, partnerId), isNull(importSettings.bankAccountId), ofCompany));
}
