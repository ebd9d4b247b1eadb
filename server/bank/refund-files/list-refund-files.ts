import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { companies } from "@/db/schema/companies";
import { type Payout, type PayoutItem, payoutItems, payouts } from "@/db/schema/payouts";
import { refunds } from "@/db/schema/refunds";
import { type Actor, visibleTo, withinCompany } from "@/server/actor";
import { approvalBlockersOf } from "@/server/billing/approvals/find-approvers";
import { nameOfPerson } from "@/server/platform/audit/name-of-actor";
import type { Blocker } from "@/server/tenancy/people/second-person";

/** A file for the bank, and the state of each payment in it. Amounts in cents. */
export interface ListedRefundFile
  extends Pick<
    Payout,
    "id" | "companyId" | "iban" | "currency" | "executeOn" | "createdAt" | "needsApproval" | "approvedAt" | "aloneFrom"
  > {
  companyName: string;
  createdByName: string | null;
  approvedByName: string | null;
  /** Reason why the reader cannot approve the file now. Null if a person who decides about money may approve it. */
  blocker: Blocker | null;
  items: ListedPayoutItem[];
}

interface ListedPayoutItem extends Pick<PayoutItem, "id" | "name" | "iban" | "amountCents" | "text" | "status" | "endedAt"> {
  invoiceId: string | null;
}

const MOST_LISTED = 20;

/** Lists files, latest first. */
export async function listRefundFiles(db: Database, actor: Actor, companyId: string | null): Promise<ListedRefundFile[]> {
  const { partnerId } = actor;
  const listed = await db
    .select({
      payout: payouts,
      companyName: companies.name,
      createdByName: nameOfPerson(payouts.createdBy, partnerId),
      approvedByName: nameOfPerson(sql`coalesce(${payouts.approvedBy}, '')`, partnerId),
    })
    .from(payouts)
    .innerJoin(companies, and(eq(companies.partnerId, payouts.partnerId), eq(companies.id, payouts.companyId)))
    .where(visibleTo(withinCompany(actor, companyId), payouts))
    .orderBy(desc(payouts.createdAt), desc(payouts.id))
    .limit(MOST_LISTED);
  const items = await db
    .select({ item: payoutItems, invoiceId: refunds.invoiceId })
    .from(payoutItems)
    .leftJoin(refunds, and(eq(refunds.partnerId, payoutItems.partnerId), eq(refunds.id, payoutItems.refundId)))
    .where(
      and(
        eq(payoutItems.partnerId, partnerId),
        inArray(
          payoutItems.payoutId,
          listed.map(({ payout }) => payout.id),
        ),
      ),
    )
    .orderBy(asc(payoutItems.id));
  const blockerOf = await approvalBlockersOf(db, actor);
  return listed.map(({ payout, ...names }) => {
    const { id, companyId: ofCompany, iban, currency, executeOn, createdAt, createdBy, needsApproval, approvedAt, aloneFrom } = payout;
    return {
      ...{ id, companyId: ofCompany, iban, currency, executeOn, createdAt, needsApproval, approvedAt, aloneFrom },
      ...names,
      blocker: blockerOf({ by: createdBy, at: createdAt, aloneFrom }),
      items: items
        .filter(({ item }) => item.payoutId === id)
        .map(({ item, invoiceId }) => ({
          id: item.id,
          name: item.name,
          iban: item.iban,
          amountCents: item.amountCents,
          text: item.text,
          status: item.status,
          endedAt: item.endedAt,
          invoiceId,
        })),
    };
  });
}
