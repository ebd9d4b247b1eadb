import { and, eq, inArray, isNull } from "drizzle-orm";
import { composeIBAN } from "ibantools";
import { db } from "@/db/client";
import { bankAccountDetails, bankAccounts } from "@/db/schema/bank-accounts";
import { companySettings, importSettings } from "@/db/schema/collection-settings";
import { imports } from "@/db/schema/imports";
import { MINUTE_MS } from "@/server/domain/formats/time";
import { newId } from "@/server/platform/id";
import type { AccountFacts, BankAccount } from "@/server/tenancy/bank-accounts/bank-account";
import { getBankAccount } from "@/server/tenancy/bank-accounts/find-bank-accounts";
import type { GivenPartner } from "./given";

let count = 0;

const bankIn = { NL: "TEST00", DE: "9999999900", CH: "9999900", GB: "TEST999999" };

/** Returns facts of a unique account at an invented bank. */
export function accountFacts({ country = "NL", ...facts }: Partial<AccountFacts> & { country?: keyof typeof bankIn } = {}): AccountFacts {
  count += 1;
  const bank = bankIn[country];
  const digits = String(Date.now() * 1_000 + count).slice(-(country === "CH" ? 10 : 8));
  const iban = composeIBAN({ countryCode: country, bban: bank + digits });
  if (!iban) throw new Error(`No IBAN in ${country}`);
  return { holder: "Rowing Club Northbank", iban, bic: null, qrIban: null, creditorIdentifier: null, ...facts };
}

/**
 * Adds an account to the company, in force immediately. The settings that name no account name this one. Nobody is mailed, because journeys
 * cannot load the mail templates.
 */
export async function givenBankAccount(
  { id: partnerId, actor }: GivenPartner,
  { id: companyId }: { id: string },
  facts: Parameters<typeof accountFacts>[0] = {},
): Promise<BankAccount> {
  const id = newId();
  const now = new Date(Date.now() - MINUTE_MS);
  await db.insert(bankAccounts).values({ partnerId, id, companyId, createdAt: now });
  const said = { ...accountFacts(facts), requestedBy: "system", requestedAt: now, inForceAt: now };
  await db.insert(bankAccountDetails).values({ ...said, partnerId, id: newId(), bankAccountId: id });
  await db
    .update(companySettings)
    .set({ bankAccountId: id })
    .where(and(eq(companySettings.companyId, companyId), isNull(companySettings.bankAccountId)));
  const ofCompany = db.select({ id: imports.id }).from(imports).where(eq(imports.companyId, companyId));
  await db
    .update(importSettings)
    .set({ bankAccountId: id })
    .where(and(inArray(importSettings.importId, ofCompany), isNull(importSettings.bankAccountId)));
  return getBankAccount(db, actor, id);
}
