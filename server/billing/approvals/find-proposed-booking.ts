import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type Proposal, proposals } from "@/db/schema/proposals";

/** Finds the proposed booking of a payment that waits for a second person. */
export async function findProposedBooking(db: Database, partnerId: string, transactionId: string): Promise<Proposal | undefined> {
  const [proposal] = await db
    .select()
    .from(proposals)
    .where(and(eq(proposals.partnerId, partnerId), eq(proposals.bankTransactionId, transactionId), isNull(proposals.decidedAt)));
  return proposal;
}
