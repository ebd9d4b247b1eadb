import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "@/db/client";
import { companies } from "@/db/schema/companies";
import { type Payout, payouts } from "@/db/schema/payouts";
import { type Actor, visibleTo } from "@/server/actor";
import type { BankReport } from "./bank-report";
import { messageIdIn } from "./message-id";
import { whereApproved } from "./where-approved";

/** A refund file that a bank's report is about, and its company's name. */
export interface ReportedFile {
  payout: Payout;
  companyName: string;
}

/**
 * Finds the refund file that a report is about, among those that the actor may see and that do not wait for a second person. If the report does
 * not name the file, the id of its only part counts, because the service gives both the same id.
 */
export async function findReportedFile(db: Database, actor: Actor, { fileId, parts }: BankReport): Promise<ReportedFile | undefined> {
  const named = isNotProvided(fileId) ? parts.map(({ id }) => id) : [fileId];
  const messageIds = [...new Set(named.map((id) => id.toLowerCase()))];
  if (messageIds.length !== 1) return undefined;
  const [found] = await db
    .select({ payout: payouts, companyName: companies.name })
    .from(payouts)
    .innerJoin(companies, and(eq(companies.partnerId, payouts.partnerId), eq(companies.id, payouts.companyId)))
    .where(and(visibleTo(actor, payouts), whereApproved, inArray(messageIdIn(payouts.id), messageIds)));
  return found;
}

/** Whether an id in a report is empty, or says that the bank does not know it. */
export function isNotProvided(id: string): boolean {
  return id === "" || /^not ?provided$/i.test(id);
}
