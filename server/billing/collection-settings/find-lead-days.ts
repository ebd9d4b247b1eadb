import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { debitSettings } from "@/db/schema/debit-files";
import type { Actor } from "@/server/actor";
import { debitLeadLimits } from "@/server/domain/rules/debit-state";

/** Returns the number of bank days that the account's bank needs for a file of direct debits; null without an account. */
export async function findLeadDays(db: Database, { partnerId }: Actor, bankAccountId: string | null): Promise<number | null> {
  if (bankAccountId === null) return null;
  const [found] = await db
    .select({ leadDays: debitSettings.leadDays })
    .from(debitSettings)
    .where(and(eq(debitSettings.partnerId, partnerId), eq(debitSettings.bankAccountId, bankAccountId)));
  return found?.leadDays ?? debitLeadLimits.days.initial;
}
