import { and, eq, isNull, ne, or, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type User, userCompanies, users } from "@/db/schema/users";

interface OfCompany {
  partnerId: string;
  companyId: string;
}

/** Finds the people who decide about money at a company, without those who switched off news mails. */
export function findMoneyReaders(tx: Database, { partnerId, companyId }: OfCompany): Promise<Pick<User, "id" | "locale">[]> {
  const seesCompany = sql`exists (select from ${userCompanies} where ${userCompanies.partnerId} = ${users.partnerId}
    and ${userCompanies.userId} = ${users.id} and ${userCompanies.companyId} = ${companyId})`;
  return tx
    .select({ id: users.id, locale: users.locale })
    .from(users)
    .where(
      and(
        ...[eq(users.partnerId, partnerId), isNull(users.disabledAt), eq(users.accessLevel, "money"), ne(users.newsPace, "never")],
        or(eq(users.limitedToCompanies, false), seesCompany),
      ),
    )
    .orderBy(users.id);
}
