import type { Database } from "@/db/client";
import { type Company, companies } from "@/db/schema/companies";
import type { Actor } from "../actor";
import { DomainError } from "../errors";
import { transact } from "../transact";
import type { CompanyUpdate } from "./company";
import { isCompany } from "./find-company";

/** Throws `invalid_company_id`. */
export function updateCompany(db: Database, actor: Actor, companyId: string, update: CompanyUpdate): Promise<Company> {
  return transact(db, actor, async (tx) => {
    const [company] = await tx.update(companies).set(update).where(isCompany(actor, companyId)).returning();
    if (!company) throw new DomainError("invalid_company_id");
    return company;
  });
}
