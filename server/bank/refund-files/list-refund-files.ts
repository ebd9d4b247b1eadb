import { and, asc, desc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { companies } from "@/db/schema/companies";
import { type Payout, type PayoutItem, type PayoutReport, payoutItems, payoutReports, payouts } from "@/db/schema/payouts";
import { refunds } from "@/db/schema/refunds";
import { type Actor, visibleTo, withinCompany } from "@/server/actor";
import { loadApprovalBlockerOf } from "@/server/billing/approvals/find-approvers";
import { contradictionOf, type PayoutContradiction } from "@/server/domain/rules/payout-contradiction";
import { nameOfPerson } from "@/server/platform/audit/name-of-actor";
import type { Blocker } from "@/server/tenancy/people/second-person";
import { isNameOpen } from "./name-decision";

/** A file for the bank, and the state of each payment in it. Amounts in cents. */
export interface ListedRefundFile
  extends Pick<
    Payout,
    "id" | "companyId" | "iban" | "currency" | "executeOn" | "createdAt" | "needsApproval" | "approvedAt" | "aloneFrom" | "handedOutAt"
  > {
  companyName: string;
  createdByName: string | null;
  approvedByName: string | null;
  /** Reason why the reader cannot approve the file now. Null: there is none, provided that the reader may decide about money. */
  blocker: Blocker | null;
  /** The bank's latest report about the whole file; null if there is none. */
  report: ListedReport | null;
  items: ListedPayoutItem[];
}

type ListedReport = Pick<PayoutReport, "status" | "saidAt" | "reasonCode" | "reasonText">;

/** Fields of a payment that the list shows as they are stored. */
const storedFields = {
  id: payoutItems.id,
  payoutId: payoutItems.payoutId,
  name: payoutItems.name,
  iban: payoutItems.iban,
  amountCents: payoutItems.amountCents,
  text: payoutItems.text,
  status: payoutItems.status,
  endedAt: payoutItems.endedAt,
  reportStatus: payoutItems.reportStatus,
  reportedAt: payoutItems.reportedAt,
  reasonCode: payoutItems.reasonCode,
  reasonText: payoutItems.reasonText,
  nameCheck: payoutItems.nameCheck,
  bankName: payoutItems.bankName,
  nameAskedAt: payoutItems.nameAskedAt,
  nameAloneFrom: payoutItems.nameAloneFrom,
  nameKeptAt: payoutItems.nameKeptAt,
};

export interface ListedPayoutItem extends Pick<PayoutItem, Exclude<keyof typeof storedFields, "payoutId" | "nameAskedAt" | "nameKeptAt">> {
  invoiceId: string | null;
  /** How the bank's latest report disagrees with what is recorded; null if it does not. */
  contradiction: PayoutContradiction | null;
  /** Whether a second person must decide about the payee's name. */
  isNameOpen: boolean;
  /** Reason why the reader cannot keep the payment with its name now. Null: there is none, provided that the reader may decide about money. */
  nameBlocker: Blocker | null;
  nameKeptByName: string | null;
}

/** Maximum number of files that are listed. */
const MOST_LISTED = 20;

/** Lists the latest files, newest first. */
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
  const ids = listed.map(({ payout }) => payout.id);
  const [items, reports] = await Promise.all([
    db
      .select({
        ...storedFields,
        invoiceId: refunds.invoiceId,
        nameKeptByName: nameOfPerson(sql`coalesce(${payoutItems.nameKeptBy}, '')`, partnerId),
      })
      .from(payoutItems)
      .leftJoin(refunds, and(eq(refunds.partnerId, payoutItems.partnerId), eq(refunds.id, payoutItems.refundId)))
      .where(and(eq(payoutItems.partnerId, partnerId), inArray(payoutItems.payoutId, ids)))
      .orderBy(asc(payoutItems.id)),
    db
      .select()
      .from(payoutReports)
      .where(and(eq(payoutReports.partnerId, partnerId), inArray(payoutReports.payoutId, ids), isNotNull(payoutReports.status)))
      .orderBy(asc(payoutReports.saidAt), asc(payoutReports.id)),
  ]);
  const blockerOf = await loadApprovalBlockerOf(db, actor);
  return listed.map(({ payout, ...names }) => {
    const { id, companyId: ofCompany, iban, currency, executeOn, createdAt, createdBy } = payout;
    const { needsApproval, approvedAt, aloneFrom, handedOutAt } = payout;
    return {
      id,
      companyId: ofCompany,
      iban,
      currency,
      executeOn,
      createdAt,
      needsApproval,
      approvedAt,
      aloneFrom,
      handedOutAt,
      ...names,
      blocker: blockerOf({ by: createdBy, at: createdAt, aloneFrom }),
      report: reports.findLast(({ payoutId }) => payoutId === id) ?? null,
      items: items
        .filter(({ payoutId }) => payoutId === id)
        .map(({ payoutId: _, nameAskedAt, nameKeptAt, ...item }) => ({
          ...item,
          contradiction: contradictionOf(item),
          isNameOpen: isNameOpen({ ...item, nameAskedAt, nameKeptAt }),
          nameBlocker: nameAskedAt && blockerOf({ by: createdBy, at: nameAskedAt, aloneFrom: item.nameAloneFrom }),
        })),
    };
  });
}
