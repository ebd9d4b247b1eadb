import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { bankAccountDetails, bankAccounts } from "@/db/schema/bank-accounts";
import { companySettings } from "@/db/schema/collection-settings";
import type { companies } from "@/db/schema/companies";
import { newId } from "@/server/platform/id";
import { testIban } from "./iban";
import type { Country } from "./places";
import { randomFrom } from "./random";

/** Adds an account at an invented bank to each company, in force from its first day. Imports created afterwards use it. */
export async function insertBankAccounts(tx: Database, clubs: (typeof companies.$inferInsert)[]): Promise<void> {
  for (const [index, { partnerId, id: companyId, name, countryCode, createdAt }] of clubs.entries()) {
    const id = newId();
    const iban = testIban(randomFrom(index + 1), countryCode as Country);
    await tx.insert(bankAccounts).values({ partnerId, id, companyId, createdAt });
    await tx.insert(bankAccountDetails).values({
      partnerId,
      id: newId(),
      bankAccountId: id,
      holder: name.slice(0, 70),
      iban,
      requestedBy: "operator",
      requestedAt: createdAt,
      inForceAt: createdAt,
    });
    await tx
      .update(companySettings)
      .set({ bankAccountId: id })
      .where(and(eq(companySettings.partnerId, partnerId), eq(companySettings.companyId, companyId)));
  }
}
