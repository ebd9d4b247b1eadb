import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type Proposal, proposals } from "@/db/schema/proposals";
import type { Actor } from "@/server/actor";
import { lockInvoice } from "@/server/billing/invoices/find-invoice";
import type { SeenAccount } from "@/server/billing/invoices/seen-account";
import { DomainError } from "@/server/errors";
import { recordEvent } from "@/server/platform/audit/record-event";
import { clock } from "@/server/platform/clock";
import { transact } from "@/server/platform/transact";
import { requireApprover } from "./find-approvers";

/**
 * First step of a proposed act: locks what must be locked before the invoice. Returns the function that carries out the act; its `seen` is
 * the account as the approver saw it. That function throws what the act's own service throws, and returns the work to do once the
 * transaction is over, such as an order to a provider.
 */
export type ApprovedAct = (
  tx: Database,
  actor: Actor,
  proposal: Proposal,
) => Promise<(seen: SeenAccount | null) => Promise<FollowUp | undefined>>;

type FollowUp = (db: Database) => Promise<void>;

/** The act of each kind of proposal. */
export type ApprovedActs = Record<Proposal["kind"], ApprovedAct>;

/** Returns the functions that approve and decline proposals. `acts` carries out what is approved. */
export function proposalDecisions(acts: ApprovedActs) {
  return {
    /**
     * Carries out a proposed act, if the account is as the approver saw it. `seen` is null for a proposed booking: it is made unchanged,
     * because nothing else can be decided about the payment while it waits. Throws `invalid_proposal_id`, `proposal_decided`, what
     * `requireApprover` throws (`proposal_is_own` for its author), and what the act throws; the proposal then stays open.
     */
    async approveProposal(db: Database, actor: Actor, proposalId: string, seen: SeenAccount | null): Promise<void> {
      const followUp = await transact(db, actor, async (tx) => {
        const { proposal, carryOut } = await lockProposal(tx, actor, acts, proposalId);
        const { proposedBy, createdAt, aloneFrom } = proposal;
        // From `aloneFrom` on, the author may approve too, because nobody else could. Null: somebody else could.
        await requireApprover(tx, actor, { by: `person:${proposedBy}`, at: createdAt, aloneFrom }, "proposal_is_own");
        const further = await carryOut(seen);
        await conclude(tx, actor, proposal, "approved");
        return further;
      });
      await followUp?.(db);
    },

    /** Withdraws the actor's own proposal, or declines another person's. Throws `invalid_proposal_id` and `proposal_decided`. */
    async declineProposal(db: Database, actor: Actor, proposalId: string): Promise<void> {
      await transact(db, actor, async (tx) => {
        const { proposal } = await lockProposal(tx, actor, acts, proposalId);
        await conclude(tx, actor, proposal, proposal.proposedBy === actor.id ? "withdrawn" : "declined");
      });
    },
  };
}

interface LockedProposal {
  proposal: Proposal;
  carryOut: Awaited<ReturnType<ApprovedAct>>;
}

/**
 * Locks a proposal, in the order of every act on money: first the payment on a statement, if the act books one, then the invoice. For an
 * actor who may not see both, the proposal does not exist.
 */
async function lockProposal(tx: Database, actor: Actor, acts: ApprovedActs, proposalId: string): Promise<LockedProposal> {
  const [found] = await tx.select().from(proposals).where(whereProposal(actor, proposalId));
  if (!found) throw new DomainError("invalid_proposal_id");
  const carryOut = await lockRecords(tx, actor, acts, found);
  const [proposal] = await tx
    .select()
    .from(proposals)
    .where(and(whereProposal(actor, proposalId), isNull(proposals.decidedAt)));
  if (!proposal) throw new DomainError("proposal_decided");
  return { proposal, carryOut };
}

async function lockRecords(tx: Database, actor: Actor, acts: ApprovedActs, found: Proposal): Promise<LockedProposal["carryOut"]> {
  try {
    const carryOut = await acts[found.kind](tx, actor, found);
    await lockInvoice(tx, actor, found.invoiceId);
    return carryOut;
  } catch (error) {
    throw error instanceof DomainError ? new DomainError("invalid_proposal_id") : error;
  }
}

function whereProposal({ partnerId }: Actor, proposalId: string) {
  return and(eq(proposals.partnerId, partnerId), eq(proposals.id, proposalId));
}

async function conclude(tx: Database, actor: Actor, { id, invoiceId, proposedBy }: Proposal, outcome: Proposal["outcome"]): Promise<void> {
  await tx
    .update(proposals)
    .set({ outcome, decidedBy: actor.id, decidedAt: clock.now(actor) })
    .where(whereProposal(actor, id));
  const kind = outcome === "approved" ? "proposal_approved" : "proposal_declined";
  await recordEvent(tx, actor, kind, {
    about: `invoice:${invoiceId}`,
    after: { proposal: id, outcome, proposedBy: `person:${proposedBy}` },
  });
}
