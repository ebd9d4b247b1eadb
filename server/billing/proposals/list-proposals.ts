import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { companies } from "@/db/schema/companies";
import { invoices } from "@/db/schema/invoices";
import { type Proposal, proposals } from "@/db/schema/proposals";
import { users } from "@/db/schema/users";
import { type Actor, visibleTo } from "@/server/actor";
import { customerName } from "@/server/billing/invoices/customer-name";

/** A proposal that waits for a second person. */
export interface OpenProposal extends Pick<Proposal, "id" | "invoiceId" | "kind" | "amountCents" | "reason" | "createdAt"> {
  proposedBy: string;
  /** Whether the reader has proposed it: somebody else has to approve it. */
  isOwn: boolean;
  invoiceNumber: number;
  customerName: string;
  currency: string;
}

/** The most that are listed. */
const MOST = 50;

/** Those that wait, the oldest first; of one invoice, or all that the actor may see. */
export function listProposals(db: Database, actor: Actor, invoiceId?: string): Promise<OpenProposal[]> {
  return db
    .select({
      id: proposals.id,
      invoiceId: proposals.invoiceId,
      kind: proposals.kind,
      amountCents: proposals.amountCents,
      reason: proposals.reason,
      createdAt: proposals.createdAt,
      proposedBy: sql<string>`coalesce(nullif(${users.name}, ''), ${users.email})`,
      isOwn: sql<boolean>`${proposals.proposedBy} = ${actor.id}`,
      invoiceNumber: invoices.invoiceNumber,
      customerName,
      currency: companies.currency,
    })
    .from(proposals)
    .innerJoin(invoices, and(eq(invoices.partnerId, proposals.partnerId), eq(invoices.id, proposals.invoiceId)))
    .innerJoin(companies, and(eq(companies.partnerId, invoices.partnerId), eq(companies.id, invoices.companyId)))
    .innerJoin(users, and(eq(users.partnerId, proposals.partnerId), eq(users.id, proposals.proposedBy)))
    .where(
      and(
        eq(proposals.partnerId, actor.partnerId),
        isNull(proposals.decidedAt),
        visibleTo(actor, invoices),
        invoiceId ? eq(proposals.invoiceId, invoiceId) : undefined,
      ),
    )
    .orderBy(asc(proposals.createdAt))
    .limit(MOST);
}
