import { and, asc, eq, isNull, lte, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { bankAccountDetails } from "@/db/schema/bank-accounts";
import { companySettings, importSettings } from "@/db/schema/collection-settings";
import { companies } from "@/db/schema/companies";
import { imports } from "@/db/schema/imports";
import type { Actor } from "@/server/actor";
import { clock } from "@/server/platform/clock";
import { type AccountFacts, factsOf } from "./bank-account";
import { fitsCurrency } from "./fits-currency";

/**
 * What the customers of an import are told to pay into: what its account said when it was transmitted, whatever it says now; if nothing was in force then,
 * what was first. An import without settings names its company's account. Undefined: a transfer is not offered.
 */
export async function accountOfImport(
  db: Database,
  actor: Pick<Actor, "partnerId" | "clockOffsetMs">,
  importId: string,
): Promise<AccountFacts | undefined> {
  const { partnerId } = actor;
  const found = await db
    .select({ details: bankAccountDetails, transmittedAt: imports.transmittedAt, currency: companies.currency })
    .from(imports)
    .innerJoin(companies, and(eq(companies.partnerId, imports.partnerId), eq(companies.id, imports.companyId)))
    .innerJoin(companySettings, and(eq(companySettings.partnerId, companies.partnerId), eq(companySettings.companyId, companies.id)))
    .leftJoin(importSettings, and(eq(importSettings.partnerId, imports.partnerId), eq(importSettings.importId, imports.id)))
    .innerJoin(
      bankAccountDetails,
      and(
        eq(bankAccountDetails.partnerId, imports.partnerId),
        sql`${bankAccountDetails.bankAccountId} = case when ${importSettings.importId} is null
          then ${companySettings.bankAccountId} else ${importSettings.bankAccountId} end`,
        isNull(bankAccountDetails.withdrawnAt),
        lte(bankAccountDetails.inForceAt, clock.now(actor)),
      ),
    )
    .where(and(eq(imports.partnerId, partnerId), eq(imports.id, importId)))
    .orderBy(asc(bankAccountDetails.inForceAt));
  const named = found.findLast(({ details, transmittedAt }) => !transmittedAt || details.inForceAt <= transmittedAt) ?? found[0];
  return named && fitsCurrency(named.details, named.currency) ? factsOf(named.details) : undefined;
}
