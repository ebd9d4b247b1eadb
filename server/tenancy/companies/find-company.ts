import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type Company, companies } from "@/db/schema/companies";
import type { Actor } from "@/server/actor";
import { DomainError, type ErrorKind } from "@/server/errors";

/** Returns the company. Throws `invalid_company_id`, as an error of the kind `kindIfMissing`; absent: the code's own kind. */
export async function getCompany(
  db: Database,
  actor: Actor,
  companyId: string,
  { kindIfMissing }: { kindIfMissing?: ErrorKind } = {},
): Promise<Company> {
  const company = await findCompany(db, actor, companyId);
  if (!company) throw new DomainError("invalid_company_id", kindIfMissing);
  return company;
}

/** Condition: this company, if the actor may see it. */
export function whereCompany(actor: Actor, companyId: string) {
  return and(
    eq(companies.partnerId, actor.partnerId),
    eq(companies.id, companyId),
    actor.companyIds ? inArray(companies.id, [...actor.companyIds]) : undefined,
  );
}

async function findCompany(db: Database, actor: Actor, companyId: string): Promise<Company | undefined> {
  const [company] = await db.select().from(companies).where(whereCompany(actor, companyId));
  return company;
}
