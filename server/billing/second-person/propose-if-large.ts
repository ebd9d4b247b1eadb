import { and, eq, ne, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { payments } from "@/db/schema/payments";
import { type Proposal, proposals } from "@/db/schema/proposals";
import { refunds } from "@/db/schema/refunds";
import type { Actor } from "@/server/actor";
import { DomainError } from "@/server/errors";
import { clock } from "@/server/platform/clock";
import { newId } from "@/server/platform/id";
import { recordEvent } from "@/server/tenancy/security-events/record-event";
import { getSecondPersonRule } from "./second-person-rule";

/** Money that a person wants to record or give back. */
export type MoneyAct = Pick<Proposal, "kind" | "amountCents" | "reason" | "paymentId" | "mayExceed"> & Partial<Pick<Proposal, "paidOn">>;

/** What became of it: done, or waiting for a second person. */
export type MoneyOutcome = "done" | "proposed";

/**
 * Whether the act is only proposed, because with what was recorded or given back on the invoice before it exceeds the partner's limit: several small amounts
 * do not go around it. Inside the transaction of the act, after its checks and under the invoice's lock. Throws `proposal_exists` while another waits, and
 * `second_person_required` where a partner's system acts: a second person approves what a person proposes.
 */
export async function proposeIfLarge(tx: Database, actor: Actor, invoiceId: string, act: MoneyAct): Promise<boolean> {
  const { aboveCents } = await getSecondPersonRule(tx, actor);
  if (aboveCents === null || actor.id === null) return false;
  const before = act.kind === "record_payment" ? await recordedCents(tx, actor, invoiceId) : await refundedCents(tx, actor, invoiceId);
  if (before + act.amountCents <= aboveCents) return false;
  if (actor.kind === "key") throw new DomainError("second_person_required");

  const [proposal] = await tx
    .insert(proposals)
    .values({ ...act, id: newId(), partnerId: actor.partnerId, invoiceId, proposedBy: actor.id, createdAt: clock.now(actor) })
    .onConflictDoNothing()
    .returning();
  if (!proposal) throw new DomainError("proposal_exists");
  await recordEvent(tx, actor, "money_proposed", {
    about: `invoice:${invoiceId}`,
    after: { proposal: proposal.id, kind: act.kind, amountCents: act.amountCents },
  });
  // What words mails is no small thing to load with everything that moves money.
  const { tellOfProposal } = await import("./tell-approvers");
  await tellOfProposal(tx, proposal);
  return true;
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

/** What was given back on an invoice or is on its way, in cents. */
export async function refundedCents(tx: Database, { partnerId }: Actor, invoiceId: string): Promise<number> {
  const { cents } = only(
    await tx
      .select({ cents: sql`coalesce(sum(${refunds.amountCents}), 0)`.mapWith(Number) })
      .from(refunds)
      .where(and(eq(refunds.partnerId, partnerId), eq(refunds.invoiceId, invoiceId), ne(refunds.status, "failed"))),
  );
  return cents;
}
