import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import type { CollectionSettings } from "@/db/schema/collection-settings";
import { householdMembers } from "@/db/schema/households";
import { partners } from "@/db/schema/partners";
import type { Actor } from "@/server/actor";
import { type CollectedRow, findCollectedInvoices } from "@/server/billing/collection/collected-invoices";
import { isHeld } from "@/server/billing/collection/plan";
import { runningPlan } from "@/server/billing/collection/planned-instalments";
import { findInstalmentPayer } from "@/server/billing/instalments/instalment-payer";
import { requireInvoice } from "@/server/billing/invoices/find-invoice";
import { dayAt } from "@/server/domain/formats/calendar";
import { sumOf } from "@/server/domain/rules/account";
import { type ArrangementLimits, arrangementLimits } from "@/server/domain/rules/arrangement";
import type { AnyErrorCode } from "@/server/errors";
import { clock } from "@/server/platform/clock";

/** The terms on which staff may agree on an arrangement now. */
export interface ArrangementTerms extends ArrangementLimits {
  /** Number of the invoice's lines. */
  seenLines: number;
  missed: CollectionSettings["instalmentsMissed"];
  /** Whether the customer has an e-mail address, so that mails confirm the arrangement and ask for its parts. */
  hasEmail: boolean;
}

/**
 * Returns the terms on which an arrangement over the invoice's balance can be agreed on, or the error code of the reason why none can. Only
 * sandboxes have any, as for instalments (decision 0182). Throws `invalid_invoice_id`.
 */
export async function findArrangementOffer(
  db: Database,
  actor: Actor,
  invoiceId: string,
): Promise<ArrangementTerms | { reason: AnyErrorCode }> {
  await requireInvoice(db, actor, invoiceId);
  const { partnerId } = actor;
  const [[collected], isSandbox, isInHousehold] = await Promise.all([
    findCollectedInvoices(db, partnerId, [invoiceId]),
    isOfSandbox(db, partnerId),
    isMemberOfHousehold(db, partnerId, invoiceId),
  ]);
  if (!isSandbox) return { reason: "instalments_only_in_sandboxes" };
  if (!collected) return { reason: "invoice_not_transmitted" };
  const now = clock.now(actor);
  const reason = whyNot(collected, now) ?? (isInHousehold ? "arrangement_in_household" : undefined);
  if (reason) return { reason };
  const { settings, payer, lines, hasEmail, transmittedAt } = collected;
  const { instalmentsPeriodBeginsOn: beginsOn, instalmentsPeriodEndsOn: endsOn } = settings;
  const limits = arrangementLimits({
    payer: await findInstalmentPayer(db, { partnerId, id: invoiceId }, payer),
    period: endsOn === null ? null : { beginsOn: beginsOn ?? dayAt(transmittedAt), endsOn },
    balanceCents: sumOf(lines),
    today: dayAt(now),
  });
  if (typeof limits === "string") return { reason: limits };
  return { ...limits, seenLines: lines.length, missed: settings.instalmentsMissed, hasEmail };
}

/** Returns the error code of the reason against an arrangement: the invoice's state, money that is on its way, or a hold. */
function whyNot(collected: CollectedRow, now: Date): AnyErrorCode | undefined {
  if (collected.retractedAt) return "already_retracted";
  if (sumOf(collected.lines) <= 0) return "nothing_outstanding";
  if (runningPlan(collected, now)) return "already_in_instalments";
  if (collected.debit?.part) return "arrangement_while_debited";
  if (collected.isPaymentInProgress) return "payment_in_progress";
  return isHeld(collected, now) ? "arrangement_while_held" : undefined;
}

async function isOfSandbox(db: Database, partnerId: string): Promise<boolean> {
  return only(await db.select({ isSandbox: partners.isSandbox }).from(partners).where(eq(partners.id, partnerId))).isSandbox;
}

async function isMemberOfHousehold(db: Database, partnerId: string, invoiceId: string): Promise<boolean> {
  const found = await db
    .select({ id: householdMembers.invoiceId })
    .from(householdMembers)
    .where(and(eq(householdMembers.partnerId, partnerId), eq(householdMembers.invoiceId, invoiceId)));
  return found.length > 0;
}
