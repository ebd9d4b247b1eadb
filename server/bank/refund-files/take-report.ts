import { and, asc, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type PayoutItem, type PayoutReport, payoutItems, payoutReports } from "@/db/schema/payouts";
import type { Actor } from "@/server/actor";
import { type FoundApprovers, findApprovers } from "@/server/billing/approvals/find-approvers";
import { mailAboutDisagreement, mailApproversOfNames } from "@/server/billing/approvals/mail-approvers";
import { contradictionOf, isEndedByRejection } from "@/server/domain/rules/payout-contradiction";
import { recordEvent } from "@/server/platform/audit/record-event";
import { clock } from "@/server/platform/clock";
import { newId } from "@/server/platform/id";
import type { BankReport, BankVerdict, ReportedPayment } from "./bank-report";
import { endUnpaid } from "./end-item";
import { isNotProvided, type ReportedFile } from "./find-reported-file";
import { messageIdOf } from "./message-id";
import { isNameOpen } from "./name-decision";

/** Effect of a bank's report on a refund file, as counts of its payments. */
export interface TakenReport extends Pick<PayoutReport, "status"> {
  payoutId: string;
  companyId: string;
  companyName: string;
  /** Time when the refund file was made. */
  madeAt: Date;
  /** Time of the report by the bank's clock. */
  saidAt: Date;
  /** Payments that are owed again. */
  rejected: number;
  /** Payments whose names a second person must decide about. */
  names: number;
  /** Payments about which the report disagrees with what is recorded. */
  contradicted: number;
  /** Payments in the report that the file does not contain. */
  unknown: number;
}

/**
 * Applies a bank's report to a refund file. Rejected payments end, and their money is owed again. Names that do not match wait for a second
 * person, who is mailed. Books nothing, changes no payment that a statement or a person has settled but mails people that the report
 * disagrees, and leaves out what an older report says. Taking the same report again changes nothing.
 */
export async function takeReport(
  tx: Database,
  actor: Actor,
  { payout, companyName }: ReportedFile,
  report: BankReport,
  fileId: string,
): Promise<TakenReport> {
  const { partnerId, id: payoutId, companyId } = payout;
  const items = await tx
    .select()
    .from(payoutItems)
    .where(and(eq(payoutItems.partnerId, partnerId), eq(payoutItems.payoutId, payoutId)))
    .orderBy(asc(payoutItems.id))
    .for("update");
  const parts = report.parts.filter(({ id }) => isNotProvided(id) || id.toLowerCase() === messageIdOf(payoutId));
  const whole = parts.find(({ verdict }) => verdict)?.verdict ?? report.verdict;
  const listed = report.parts.flatMap((part) => (parts.includes(part) ? part.payments : []));
  const saidAt = new Date(report.saidAt);
  const waitingFor = once(() => findApprovers(tx, actor, companyId, payout.createdBy));

  let contradicted = 0;
  let isNewlyContradicted = false;
  let rejected = 0;
  let names = 0;
  for (const item of items) {
    const payment = listed.findLast((each) => isAbout(each, item));
    const verdict = payment?.verdict ?? whole;
    const reported = verdict ? await takeVerdict(tx, actor, { item, verdict, saidAt, waitingFor }) : item;
    if (item.status === "ordered" && reported.status === "rejected") rejected += 1;
    if (isNameOpen(reported) && reported.nameAskedAt?.getTime() !== item.nameAskedAt?.getTime()) names += 1;
    const contradiction = contradictionOf(reported);
    if (contradiction) contradicted += 1;
    if (contradiction && contradiction !== contradictionOf(item)) isNewlyContradicted = true;
  }
  const status = whole?.status ?? null;
  const reason = status === "rejected" ? reasonOf(whole) : {};
  await tx
    .insert(payoutReports)
    .values({
      ...{ partnerId, id: newId(), payoutId, fileId, messageId: report.messageId, saidAt, status, ...reason },
      receivedAt: clock.now(actor),
    })
    .onConflictDoNothing();
  if (names > 0) await mailApproversOfNames(tx, { partnerId, companyId, company: companyName }, await waitingFor());
  if (isNewlyContradicted) {
    await mailAboutDisagreement(tx, { companyId, company: companyName }, await findApprovers(tx, actor, companyId, EVERYBODY));
  }
  await recordEvent(tx, actor, "payout_reported", {
    about: `company:${companyId}`,
    after: { payout: payoutId, report: report.messageId, status, rejected, names },
  });
  return {
    ...{ payoutId, companyId, companyName, saidAt, madeAt: payout.createdAt, status, rejected, names },
    contradicted,
    unknown:
      report.parts.reduce((sum, { payments }) => sum + payments.length, 0) -
      listed.filter((payment) => items.some((item) => isAbout(payment, item))).length,
  };
}

/** As the author of an act: excludes nobody who decides about money. */
const EVERYBODY = "system";

function isAbout({ endToEndId, amountCents }: ReportedPayment, item: PayoutItem): boolean {
  return endToEndId.toLowerCase() === item.endToEndId && (amountCents === null || amountCents === item.amountCents);
}

/** Verdict of a report about one payment. */
interface SaidOfItem {
  item: PayoutItem;
  verdict: BankVerdict;
  saidAt: Date;
  waitingFor: () => Promise<FoundApprovers>;
}

/** Stores what a report says about a payment, and returns the payment as it stands afterwards. */
async function takeVerdict(tx: Database, actor: Actor, { item, verdict, saidAt, waitingFor }: SaidOfItem): Promise<PayoutItem> {
  const { status, nameCheck, reasonCode } = verdict;
  const changes: Partial<PayoutItem> = {};
  // A file of which parts are accepted says nothing about payments that the report does not list.
  if (status && status !== "partly" && !isOlder(saidAt, item.reportedAt)) {
    const reason = status === "rejected" ? reasonOf(verdict) : { reasonCode: null, reasonText: null };
    Object.assign(changes, { reportStatus: status, reportedAt: saidAt, ...reason });
  }
  if (nameCheck && item.status === "ordered" && !isOlder(saidAt, item.nameCheckedAt)) {
    const bankName = nameCheck === "close" ? verdict.reasonText : null;
    Object.assign(changes, { nameCheck, nameCheckedAt: saidAt, bankName });
    const isAsked = nameCheck === "close" || nameCheck === "different";
    const isSame = nameCheck === item.nameCheck && bankName === item.bankName;
    const { aloneFrom = null } = isAsked && !isSame ? await waitingFor() : {};
    const isAskedAt = { nameAskedAt: isAsked ? clock.now(actor) : null, nameAloneFrom: aloneFrom, nameKeptBy: null, nameKeptAt: null };
    if (!isSame) Object.assign(changes, isAskedAt);
  }
  if (Object.keys(changes).length === 0) return item;
  const where = and(eq(payoutItems.partnerId, item.partnerId), eq(payoutItems.id, item.id));
  await tx.update(payoutItems).set(changes).where(where);
  const isEnded = changes.reportStatus === "rejected" && isEndedByRejection(item, reasonCode);
  if (isEnded) await endUnpaid(tx, actor, item, "rejected");
  return { ...item, ...changes, ...(isEnded && { status: "rejected" as const }) };
}

function reasonOf(verdict: BankVerdict | null): { reasonCode: string | null; reasonText: string | null } {
  return { reasonCode: verdict?.reasonCode || null, reasonText: verdict?.reasonText || null };
}

function isOlder(saidAt: Date, before: Date | null): boolean {
  return before !== null && saidAt < before;
}

function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined;
  return () => {
    result ??= work();
    return result;
  };
}
