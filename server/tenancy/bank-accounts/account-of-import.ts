import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { prepared } from "@/db/prepared";
import { bankAccountDetails } from "@/db/schema/bank-accounts";
import { companySettings, importSettings } from "@/db/schema/collection-settings";
import { type Company, companies } from "@/db/schema/companies";
import { imports } from "@/db/schema/imports";
import type { Actor } from "@/server/actor";
import type { OfferableMethod } from "@/server/domain/rules/payment-methods";
import { clock } from "@/server/platform/clock";
import { type AccountFacts, factsOf } from "./bank-account";
import { fitsCurrency } from "./fits-currency";

/** Account of an import, and the other facts that a transfer needs. */
interface ImportAccount {
  facts: AccountFacts;
  company: Company;
  /** Null: the import has no settings. */
  methods: OfferableMethod[] | null;
}

/**
 * Returns the account that the customers of an import pay into; undefined if a transfer is not offered. An import without settings uses its
 * company's account. The account's details are:
 * - before the transmission, those in force now;
 * - after the transmission, those that were in force at that moment, even after a change;
 * - if none were in force at that moment, the first that took effect.
 */
export async function accountOfImport(
  db: Database,
  actor: Pick<Actor, "partnerId" | "clockOffsetMs">,
  importId: string,
): Promise<ImportAccount | undefined> {
  const rows = await detailsUntilNow(db).execute({ partnerId: actor.partnerId, importId, now: clock.now(actor).toISOString() });
  const chosen = rows.findLast(({ details, transmittedAt }) => !transmittedAt || details.inForceAt <= transmittedAt) ?? rows[0];
  if (!chosen || !fitsCurrency(chosen.details, chosen.company.currency)) return undefined;
  return { facts: factsOf(chosen.details), company: chosen.company, methods: chosen.methods };
}

/** The present and former details of the import's account: all that have taken effect by now, by the partner's clock, oldest first. */
const detailsUntilNow = prepared((db) =>
  db
    .select({
      details: bankAccountDetails,
      transmittedAt: imports.transmittedAt,
      company: companies,
      methods: importSettings.paymentMethods,
    })
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
        sql`${bankAccountDetails.inForceAt} <= ${sql.placeholder("now")}::timestamptz`,
      ),
    )
    .where(and(eq(imports.partnerId, sql.placeholder("partnerId")), eq(imports.id, sql.placeholder("importId"))))
    .orderBy(asc(bankAccountDetails.inForceAt))
    .prepare("account_of_import"),
);
