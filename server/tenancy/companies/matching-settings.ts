import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { companySettings } from "@/db/schema/collection-settings";
import { companies } from "@/db/schema/companies";
import type { Actor } from "@/server/actor";
import { DomainError } from "@/server/errors";
import { recordEvent } from "@/server/platform/audit/record-event";
import { transact } from "@/server/platform/transact";
import { whereCompany } from "./find-company";

/** Settings for matching payments on a company's bank statements. */
export interface MatchingSettings {
  /** Whether a payment without a reference is booked automatically if it clearly fits one invoice. */
  booksClearMatches: boolean;
}

/** Throws `invalid_company_id`. */
export async function getMatchingSettings(db: Database, actor: Actor, companyId: string): Promise<MatchingSettings> {
  const [settings] = await db
    .select({ booksClearMatches: companySettings.booksClearMatches })
    .from(companies)
    .innerJoin(companySettings, and(eq(companySettings.partnerId, companies.partnerId), eq(companySettings.companyId, companies.id)))
    .where(whereCompany(actor, companyId));
  if (!settings) throw new DomainError("invalid_company_id");
  return settings;
}

/** Throws `invalid_company_id`. */
export async function updateMatchingSettings(db: Database, actor: Actor, companyId: string, settings: MatchingSettings): Promise<void> {
  await transact(db, actor, async (tx) => {
    const before = await getMatchingSettings(tx, actor, companyId);
    await tx
      .update(companySettings)
      .set(settings)
      .where(and(eq(companySettings.partnerId, actor.partnerId), eq(companySettings.companyId, companyId)));
    await recordEvent(tx, actor, "matching_changed", { about: `company:${companyId}`, before: { ...before }, after: { ...settings } });
  });
}
