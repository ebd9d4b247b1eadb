import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { BankTransaction } from "@/db/schema/bank-transactions";
import { type Proposal, proposals } from "@/db/schema/proposals";
import type { Refund } from "@/db/schema/refunds";
import type { Actor } from "@/server/actor";
import { lockInvoice } from "@/server/billing/invoices/find-invoice";
import { bookProposed } from "@/server/billing/matching/decide-transaction";
import { lockProposedTransaction } from "@/server/billing/matching/lock-transaction";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { recordRefund, type SeenAccount } from "@/server/billing/refunds/record-refund";
import { orderRefund, sendOrdered } from "@/server/billing/refunds/refund-payment";
import { requireApprover } from "@/server/billing/second-person/find-approvers";
import { DomainError } from "@/server/errors";
import { clock } from "@/server/platform/clock";
import { transact } from "@/server/platform/transact";
import { recordEvent } from "@/server/tenancy/security-events/record-event";

/**
 * Carries out a proposed act, if the account is as the approver saw it. `seen` is null for a proposed booking: it is made unchanged, because
 * nothing else can be decided about the payment while it waits. Throws `invalid_proposal_id`, `proposal_decided`, what `requireApprover`
 * throws (`proposal_is_own` for its author), and what the act throws; the proposal then stays open.
 */
export async function approveProposal(db: Database, actor: Actor, proposalId: string, seen: SeenAccount | null): Promise<void> {
  const ordered = await transact(db, actor, async (tx) => {
    const { proposal, transaction } = await lockProposal(tx, actor, proposalId);
    const { proposedBy, createdAt, aloneFrom } = proposal;
    await requireApprover(tx, actor, { by: `person:${proposedBy}`, at: createdAt, aloneFrom }, "proposal_is_own");
    const refund = transaction ? await book(tx, actor, proposal, transaction) : await perform(tx, actor, proposal, seen);
    await conclude(tx, actor, proposal, "approved");
    return refund;
  });
  if (ordered) await sendOrdered(db, ordered);
}

/** Withdraws the actor's own proposal, or declines another person's. Throws `invalid_proposal_id` and `proposal_decided`. */
export async function declineProposal(db: Database, actor: Actor, proposalId: string): Promise<void> {
  await transact(db, actor, async (tx) => {
    const { proposal } = await lockProposal(tx, actor, proposalId);
    await conclude(tx, actor, proposal, proposal.proposedBy === actor.id ? "withdrawn" : "declined");
  });
}

interface LockedProposal {
  proposal: Proposal;
  /** The payment on a statement that it books; null: it books none. */
  transaction: BankTransaction | null;
}

/**
 * Locks a proposal, in the order of every act on money: first the payment that it books, then its invoice. If the actor may not see both,
 * it does not exist for them.
 */
async function lockProposal(tx: Database, actor: Actor, proposalId: string): Promise<LockedProposal> {
  const [found] = await tx.select().from(proposals).where(whereProposal(actor, proposalId));
  if (!found) throw new DomainError("invalid_proposal_id");
  let transaction: BankTransaction | null = null;
  try {
    if (found.bankTransactionId) transaction = await lockProposedTransaction(tx, actor, found.bankTransactionId);
    await lockInvoice(tx, actor, found.invoiceId);
  } catch (error) {
    throw error instanceof DomainError ? new DomainError("invalid_proposal_id") : error;
  }
  const [proposal] = await tx
    .select()
    .from(proposals)
    .where(and(whereProposal(actor, proposalId), isNull(proposals.decidedAt)));
  if (!proposal) throw new DomainError("proposal_decided");
  return { proposal, transaction };
}

function whereProposal({ partnerId }: Actor, proposalId: string) {
  return and(eq(proposals.partnerId, partnerId), eq(proposals.id, proposalId));
}

/** Books what was proposed. Nothing else can be decided of the payment meanwhile, so nobody says which account they saw. */
async function book(tx: Database, actor: Actor, { parts }: Proposal, transaction: BankTransaction): Promise<undefined> {
  await bookProposed(tx, actor, transaction, parts ?? []);
}

/** Carries out the act. Returns the refund that must still be ordered from its provider. Throws `changed_meanwhile` if the person has not said which account they saw. */
async function perform(tx: Database, actor: Actor, proposal: Proposal, seen: SeenAccount | null): Promise<Refund | undefined> {
  const { invoiceId, paymentId, amountCents, reason, mayExceed, paidOn } = proposal;
  const approved = { isApproved: true };
  if (!seen) throw new DomainError("changed_meanwhile");
  if (paymentId) return orderRefund(tx, actor, invoiceId, paymentId, seen, { amountCents, reason }, approved);
  if (proposal.kind === "record_refund") await recordRefund(tx, actor, invoiceId, seen, { amountCents, reason }, approved);
  else await recordExternalPayment(tx, actor, invoiceId, seen.lines, { amountCents, reason, mayExceed, paidOn }, approved);
  return undefined;
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
