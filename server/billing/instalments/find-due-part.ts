import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { instalmentPlans } from "@/db/schema/instalment-plans";
import type { Invoice } from "@/db/schema/invoices";
import { linesOfAccount } from "@/server/billing/invoices/lock-account";
import { dueNowCents, followParts } from "@/server/domain/rules/instalment-account";

/** Returns what is to be paid now of an invoice that is paid in instalments, in cents; undefined if it is not. */
export async function findDuePartCents(
  db: Database,
  { partnerId, id }: Pick<Invoice, "partnerId" | "id">,
  today: string,
): Promise<number | undefined> {
  const [plan] = await db
    .select({ parts: instalmentPlans.parts, linesCount: instalmentPlans.linesCount, spreads: instalmentPlans.spreads })
    .from(instalmentPlans)
    .where(and(eq(instalmentPlans.partnerId, partnerId), eq(instalmentPlans.invoiceId, id), isNull(instalmentPlans.endedAt)));
  return plan && (dueNowCents(followParts(plan, await linesOfAccount(db, { partnerId, id })), today) || undefined);
}
