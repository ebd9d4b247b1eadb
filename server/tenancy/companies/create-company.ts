import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { type Company, companies } from "@/db/schema/companies";
import type { Actor } from "@/server/actor";
import { recordEvent } from "@/server/platform/audit/record-event";
import { clock } from "@/server/platform/clock";
import { newId } from "@/server/platform/id";
import { transact } from "@/server/platform/transact";
import type { NewCompany } from "./company";
import { requireCompanyName } from "./require-company-name";

/**
 * Creates a company. The trigger `companies_have_settings` (db/rules/companies.sql) adds the default collection settings. Throws
 * `invalid_name` as `requireCompanyName` does.
 */
export function createCompany(db: Database, actor: Actor, company: NewCompany): Promise<Company> {
  return transact(db, actor, async (tx) => {
    requireCompanyName(actor, company.name);
    const created = only(
      await tx
        .insert(companies)
        .values({ ...company, partnerId: actor.partnerId, id: newId(), createdAt: clock.now(actor) })
        .returning(),
    );
    await recordEvent(tx, actor, "company_created", { about: `company:${created.id}` });
    return created;
  });
}
