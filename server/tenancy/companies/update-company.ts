import type { Database } from "@/db/client";
import { type Company, companies } from "@/db/schema/companies";
import type { Actor } from "@/server/actor";
import { DomainError } from "@/server/errors";
import { versionOf } from "@/server/platform/row-version";
import { transact } from "@/server/platform/transact";
import { recordEvent } from "@/server/tenancy/security-events/record-event";
import type { CompanyUpdate } from "./company";
import { whereCompany } from "./find-company";

/** Throws `invalid_company_id`, and `changed_meanwhile` when it is no longer the version that was edited. */
export function updateCompany(db: Database, actor: Actor, companyId: string, update: CompanyUpdate, version?: string): Promise<Company> {
  return transact(db, actor, async (tx) => {
    if (version !== undefined) await requireVersion(tx, actor, companyId, version);
    const [company] = await tx.update(companies).set(update).where(whereCompany(actor, companyId)).returning();
    if (!company) throw new DomainError("invalid_company_id");
    const fields = Object.entries(update).flatMap(([name, value]) => (value === undefined ? [] : [name]));
    await recordEvent(tx, actor, "company_changed", { about: `company:${companyId}`, after: { fields } });
    return company;
  });
}

/** The row stays as it was edited until the transaction ends. */
async function requireVersion(tx: Database, actor: Actor, companyId: string, version: string): Promise<void> {
  const [found] = await tx.select().from(companies).where(whereCompany(actor, companyId)).for("update");
  if (!found) throw new DomainError("invalid_company_id");
  if (versionOf(found) !== version) throw new DomainError("changed_meanwhile");
}
