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

/** The act of a proposal. */
export interface ApprovedAct {
  /** Takes the locks that are needed before the invoice's. Declining a proposal takes the same locks. Absent: none are needed. */
  lockFirst?: (tx: Database, actor: Actor, proposal: Proposal) => Promise<unknown>;
  /** Carries out the act, under the locks. `seen`: the account as the approver saw it. Throws what the act's own service throws. */
  carryOut: (tx: Database, actor: Actor, proposal: Proposal, seen: SeenAccount | null) => Promise<FollowUp | undefined>;
  /** Resumes what waited for the decision, under the locks, once the act was declined or withdrawn. Absent: nothing waits. */
  whenDeclined?: (tx: Database, actor: Actor, proposal: Proposal) => Promise<void>;
}

/** Work to do once the transaction is over, such as an order to a provider. */
type FollowUp = (db: Database) => Promise<void>;

/** The act of each kind of proposal. */
export type ApprovedActs = Record<Proposal["kind"], ApprovedAct>;

/** Returns the functions that approve and decline proposals. `acts`: the functions that carry out approved acts. */
export function proposalDecisions(acts: ApprovedActs) {
  return {
    /**
     * Carries out a proposed act, if the account is as the approver saw it. `seen` is null for a proposed booking: the booking is made
     * unchanged, because nothing else can be decided about the payment while the proposal waits. Throws `invalid_proposal_id`,
     * `proposal_decided`, what `requireApprover` throws (`proposal_is_own` for its author), and what the act throws; the proposal then
     * stays open.
     */
    async approveProposal(db: Database, actor: Actor, proposalId: string, seen: SeenAccount | null): Promise<void> {
      const followUp = await transact(db, actor, async (tx) => {
        const proposal = await lockForDecision(tx, actor, acts, proposalId);
        const { kind, proposedBy, createdAt, aloneFrom } = proposal;
        await requireApprover(tx, actor, { by: `person:${proposedBy}`, at: createdAt, aloneFrom }, "proposal_is_own");
        const further = await acts[kind].carryOut(tx, actor, proposal, seen);
        await conclude(tx, actor, proposal, "approved");
        return further;
      });
      await followUp?.(db);
    },

    /** Withdraws the actor's own proposal, or declines another person's. Throws `invalid_proposal_id` and `proposal_decided`. */
    async declineProposal(db: Database, actor: Actor, proposalId: string): Promise<void> {
      await transact(db, actor, async (tx) => {
        const proposal = await lockForDecision(tx, actor, acts, proposalId);
        await conclude(tx, actor, proposal, proposal.proposedBy === actor.id ? "withdrawn" : "declined");
        await acts[proposal.kind].whenDeclined?.(tx, actor, proposal);
      });
    },
  };
}

/**
 * Locks the records of a proposed act in the order of every act on money: first the payment on a statement, if the act books one, then the
 * invoice. Returns the proposal, which needs no lock of its own: every decision about it takes these locks. Throws `invalid_proposal_id` and
 * `proposal_decided`.
 */
async function lockForDecision(tx: Database, actor: Actor, acts: ApprovedActs, proposalId: string): Promise<Proposal> {
  const [found] = await tx.select().from(proposals).where(whereProposal(actor, proposalId));
  if (!found) throw new DomainError("invalid_proposal_id");
  await lockVisible(tx, actor, acts, found);
  // Read again under the locks, because another decision may have been made until then.
  const [proposal] = await tx
    .select()
    .from(proposals)
    .where(and(whereProposal(actor, proposalId), isNull(proposals.decidedAt)));
  if (!proposal) throw new DomainError("proposal_decided");
  return proposal;
}

/** Takes the locks of an act. Throws `invalid_proposal_id` if the actor may not see the payment or the invoice. */
async function lockVisible(tx: Database, actor: Actor, acts: ApprovedActs, proposal: Proposal): Promise<void> {
  try {
    await acts[proposal.kind].lockFirst?.(tx, actor, proposal);
    await lockInvoice(tx, actor, proposal.invoiceId);
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
