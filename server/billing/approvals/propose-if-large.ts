import { and, eq, ne, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { companies } from "@/db/schema/companies";
import { invoices } from "@/db/schema/invoices";
import { payments } from "@/db/schema/payments";
import { type Proposal, proposals } from "@/db/schema/proposals";
import { refunds } from "@/db/schema/refunds";
import type { Actor } from "@/server/actor";
import { DomainError } from "@/server/errors";
import { recordEvent } from "@/server/platform/audit/record-event";
import { clock } from "@/server/platform/clock";
import { newId } from "@/server/platform/id";
import { findApprovers } from "./find-approvers";
import { mailApproversOfProposal } from "./mail-approvers";
import { isAboveLimit, noteMoneyActs } from "./money-acts";
import { getSecondPersonRule } from "./second-person-rule";

/** Money that a person wants to record or refund. */
type ProposedAct = Pick<Proposal, "kind" | "amountCents" | "reason" | "paymentId" | "mayExceed"> &
  Partial<Pick<Proposal, "paidOn" | "bankTransactionId" | "parts" | "debitIds">>;

/** Outcome of an act on money: carried out, or waiting for a second person. */
export type MoneyOutcome = "done" | "proposed";

/**
 * Proposes an act on money if it exceeds the partner's limit: with earlier payments or refunds on the invoice, or in one of the sums of
 * `isAboveLimit`. Returns whether the act was proposed; otherwise the caller carries it out, and it counts in those sums from now on. Runs in the
 * act's transaction, after its checks and under the invoice's lock.
 *
 * If nobody can approve the act, all administrators are mailed, and its author may approve it after 24 hours. Throws `proposal_exists` while another
 * proposal for the invoice waits, and `second_person_required` for a partner's system, because only people's acts can be proposed.
 */
export async function proposeIfLarge(tx: Database, actor: Actor, invoiceId: string, act: ProposedAct): Promise<boolean> {
  const { amountCents } = act;
  const { companyId, currency } = await companyOf(tx, actor, invoiceId);
  const counted = {
    kind: act.kind === "record_payment" ? "payment" : "refund",
    currency,
    amountCents,
  } as const;
  const isLarge = (await exceedsOnInvoice(tx, actor, invoiceId, act)) || (await isAboveLimit(tx, actor, [counted]));
  if (!isLarge) {
    await noteMoneyActs(tx, actor, [counted]);
    return false;
  }
  await propose(tx, actor, companyId, invoiceId, act);
  return true;
}

/** Stores an act until a second person approves it, and mails the approvers. Throws what `proposeIfLarge` throws. */
export async function propose(tx: Database, actor: Actor, companyId: string, invoiceId: string, act: ProposedAct): Promise<void> {
  if (actor.kind === "key" || actor.id === null) throw new DomainError("second_person_required");
  const found = await findApprovers(tx, actor, companyId);
  const { aloneFrom } = found;
  const [proposal] = await tx
    .insert(proposals)
    .values({ ...act, id: newId(), partnerId: actor.partnerId, invoiceId, proposedBy: actor.id, createdAt: clock.now(actor), aloneFrom })
    .onConflictDoNothing()
    .returning();
  if (!proposal) throw new DomainError("proposal_exists");
  await recordEvent(tx, actor, "money_proposed", {
    about: `invoice:${invoiceId}`,
    after: { proposal: proposal.id, kind: act.kind, amountCents: act.amountCents },
  });
  await mailApproversOfProposal(tx, proposal, found);
}

async function exceedsOnInvoice(tx: Database, actor: Actor, invoiceId: string, { kind, amountCents }: ProposedAct): Promise<boolean> {
  const { aboveCents } = await getSecondPersonRule(tx, actor);
  if (aboveCents === null || actor.id === null) return false;
  const before = kind === "record_payment" ? await recordedCents(tx, actor, invoiceId) : await refundedCents(tx, actor, invoiceId);
  return before + amountCents > aboveCents;
}

async function companyOf(tx: Database, { partnerId }: Actor, invoiceId: string) {
  return only(
    await tx
      .select({ companyId: companies.id, currency: companies.currency })
      .from(invoices)
      .innerJoin(companies, and(eq(companies.partnerId, invoices.partnerId), eq(companies.id, invoices.companyId)))
      .where(and(eq(invoices.partnerId, partnerId), eq(invoices.id, invoiceId))),
  );
}

async function recordedCents(tx: Database, { partnerId }: Actor, invoiceId: string): Promise<number> {
  const { cents } = only(
    await tx
      .select({ cents: sql`coalesce(sum(${payments.amountCents}), 0)`.mapWith(Number) })
      .from(payments)
      .where(and(eq(payments.partnerId, partnerId), eq(payments.invoiceId, invoiceId), eq(payments.method, "external"))),
  );
  return cents;
}

/** Returns the sum of an invoice's refunds, made and in progress, in cents. */
export async function refundedCents(tx: Database, { partnerId }: Actor, invoiceId: string): Promise<number> {
  const { cents } = only(
    await tx
      .select({ cents: sql`coalesce(sum(${refunds.amountCents}), 0)`.mapWith(Number) })
      .from(refunds)
      .where(and(eq(refunds.partnerId, partnerId), eq(refunds.invoiceId, invoiceId), ne(refunds.status, "failed"))),
  );
  return cents;
}
