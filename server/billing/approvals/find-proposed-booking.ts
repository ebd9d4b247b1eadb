import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type Proposal, proposals } from "@/db/schema/proposals";

/** Finds the undecided proposal to book a payment on a statement. */
export async function findProposedBooking(db: Database, partnerId: string, transactionId: string): Promise<Proposal | undefined> {
  const [proposal] = await db
    .select()
    .from(proposals)
    .where(and(eq(proposals.partnerId, partnerId), eq(proposals.bankTransactionId, transactionId), isNull(proposals.decidedAt)));
  return proposal;
}
