import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { type Company, companies } from "@/db/schema/companies";
import type { Actor } from "@/server/actor";
import { DomainError } from "@/server/errors";
import { recordEvent } from "@/server/platform/audit/record-event";
import { versionOf } from "@/server/platform/row-version";
import { transact } from "@/server/platform/transact";
import type { CompanyUpdate } from "./company";
import { whereCompany } from "./find-company";
import { requireCompanyName } from "./require-company-name";

/**
 * Updates a company. Throws `invalid_company_id`, `changed_meanwhile` if the stored version is not the one that was edited, and, for a new
 * name, `invalid_name` as `requireCompanyName` does.
 */
export function updateCompany(db: Database, actor: Actor, companyId: string, update: CompanyUpdate, version?: string): Promise<Company> {
  return transact(db, actor, async (tx) => {
    const before = await lockCompany(tx, actor, companyId);
    if (version !== undefined && versionOf(before) !== version) throw new DomainError("changed_meanwhile");
    if (update.name !== before.name) requireCompanyName(actor, update.name);
    const company = only(await tx.update(companies).set(update).where(whereCompany(actor, companyId)).returning());
    const fields = Object.entries(update).flatMap(([name, value]) => (value === undefined ? [] : [name]));
    await recordEvent(tx, actor, "company_changed", { about: `company:${companyId}`, after: { fields } });
    return company;
  });
}

/** Locks the row until the transaction ends. */
async function lockCompany(tx: Database, actor: Actor, companyId: string): Promise<Company> {
  const [found] = await tx.select().from(companies).where(whereCompany(actor, companyId)).for("update");
  if (!found) throw new DomainError("invalid_company_id");
  return found;
}
