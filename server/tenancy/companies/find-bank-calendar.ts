import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { companies } from "@/db/schema/companies";
import { type BankCalendar, bankCalendarOf } from "@/server/domain/banking/bank-days";

/** Returns the calendar of a company's bank. */
export async function findBankCalendar(
  db: Database,
  { partnerId, companyId }: { partnerId: string; companyId: string },
): Promise<BankCalendar> {
  const { currency, countryCode } = companies;
  const where = and(eq(companies.partnerId, partnerId), eq(companies.id, companyId));
  return bankCalendarOf(only(await db.select({ currency, countryCode }).from(companies).where(where)));
}
