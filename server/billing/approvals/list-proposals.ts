import { and, asc, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { companies } from "@/db/schema/companies";
import { invoices } from "@/db/schema/invoices";
import { type Proposal, proposals } from "@/db/schema/proposals";
import { users } from "@/db/schema/users";
import { type Actor, visibleTo } from "@/server/actor";
import { customerName } from "@/server/billing/invoices/customer-name";
import type { Blocker } from "@/server/tenancy/people/second-person";
import { loadApprovalBlockerOf } from "./find-approvers";

/** A proposal that waits for a second person. */
export interface OpenProposal
  extends Pick<Proposal, "id" | "invoiceId" | "kind" | "amountCents" | "reason" | "createdAt" | "aloneFrom" | "bankTransactionId"> {
  proposedBy: string;
  /** Whether the reader is the author, who may approve the act only from `aloneFrom` on. */
  isOwn: boolean;
  /** Why the reader cannot approve the act now; null if they can, provided that they decide about money. */
  blocker: Blocker | null;
  invoiceNumber: number;
  customerName: string;
  currency: string;
}

/** Condition: the proposal books a payment on a statement, in full or in part, on this invoice. */
function whereHasPart(invoiceId: string): SQL {
  return sql`${proposals.parts} @> ${JSON.stringify([{ invoiceId }])}::jsonb`;
}

/** Maximum number of listed proposals. */
const MOST_PROPOSALS = 50;

/** Lists waiting proposals, oldest first; for one invoice, or all that the actor may see. */
export async function listProposals(db: Database, actor: Actor, invoiceId?: string): Promise<OpenProposal[]> {
  const open = await db
    .select({
      id: proposals.id,
      invoiceId: proposals.invoiceId,
      kind: proposals.kind,
      amountCents: proposals.amountCents,
      reason: proposals.reason,
      createdAt: proposals.createdAt,
      aloneFrom: proposals.aloneFrom,
      bankTransactionId: proposals.bankTransactionId,
      authorId: proposals.proposedBy,
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
        invoiceId ? or(eq(proposals.invoiceId, invoiceId), whereHasPart(invoiceId)) : undefined,
      ),
    )
    .orderBy(asc(proposals.createdAt))
    .limit(MOST_PROPOSALS);
  const blockerOf = await loadApprovalBlockerOf(db, actor);
  return open.map(({ authorId, ...proposal }) => ({
    ...proposal,
    blocker: blockerOf({ by: `person:${authorId}`, at: proposal.createdAt, aloneFrom: proposal.aloneFrom }),
  }));
}
