import { and, asc, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type PayoutItem, type PayoutReport, payoutItems, payoutReports } from "@/db/schema/payouts";
import type { Actor } from "@/server/actor";
import { type FoundApprovers, findApprovers } from "@/server/billing/approvals/find-approvers";
import { mailAboutDisagreement, mailApproversOfNames } from "@/server/billing/approvals/mail-approvers";
import { contradictionOf, isEndedByRejection } from "@/server/domain/rules/payout-contradiction";
import { isEndedBefore } from "@/server/domain/rules/refund-file-payments";
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
  /** Payments that this report ended, so that they are owed again. */
  rejected: number;
  /** Payments whose names a second person must decide about since this report. */
  names: number;
  /** Payments about which the report disagrees with what is recorded. */
  contradicted: number;
  /** Payments in the report that the file does not contain. */
  unknown: number;
}

/**
 * Applies a bank's report to a refund file. Books nothing.
 * - Rejected payments end, and their money is owed again.
 * - Names that do not match wait for a second person, who is mailed.
 * - Payments that a statement or a person has settled stay, but people are mailed if the report disagrees.
 *
 * Facts about which a newer report has been taken before stay as they are. Taking the same report again changes no payment and mails nobody.
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
  // A refund file has one part, so what the bank says about the part is about the whole file.
  const wholeVerdict = parts.find(({ verdict }) => verdict)?.verdict ?? report.verdict;
  const listed = report.parts.flatMap((part) => (parts.includes(part) ? part.payments : []));
  const saidAt = new Date(report.saidAt);
  const approversOnce = once(() => findApprovers(tx, actor, companyId, payout.createdBy));

  let contradicted = 0;
  let isNewlyContradicted = false;
  let rejected = 0;
  let names = 0;
  for (const item of items) {
    const payment = listed.findLast((each) => isAbout(each, item));
    // A verdict on the whole file says nothing of a payment that was not in it.
    const verdict = payment?.verdict ?? (isEndedBefore(item, payout.handedOutAt) ? undefined : wholeVerdict);
    const reported = verdict ? await takeVerdict(tx, actor, { item, verdict, saidAt, approversOnce }) : item;
    if (item.status === "ordered" && reported.status === "rejected") rejected += 1;
    if (isNameOpen(reported) && reported.nameAskedAt?.getTime() !== item.nameAskedAt?.getTime()) names += 1;
    const contradiction = contradictionOf(reported);
    if (contradiction) contradicted += 1;
    if (contradiction && contradiction !== contradictionOf(item)) isNewlyContradicted = true;
  }
  const status = wholeVerdict?.status ?? null;
  const reason = status === "rejected" ? reasonOf(wholeVerdict) : {};
  await tx
    .insert(payoutReports)
    .values({
      partnerId,
      id: newId(),
      payoutId,
      fileId,
      messageId: report.messageId,
      saidAt,
      status,
      ...reason,
      receivedAt: clock.now(actor),
    })
    .onConflictDoNothing();
  if (names > 0) await mailApproversOfNames(tx, { partnerId, companyId, company: companyName }, await approversOnce());
  if (isNewlyContradicted) {
    await mailAboutDisagreement(tx, { companyId, company: companyName }, await findApprovers(tx, actor, companyId, NO_PERSON));
  }
  await recordEvent(tx, actor, "payout_reported", {
    about: `company:${companyId}`,
    after: { payout: payoutId, report: report.messageId, status, rejected, names },
  });
  const reportedCount = report.parts.reduce((sum, { payments }) => sum + payments.length, 0);
  const knownCount = listed.filter((payment) => items.some((item) => isAbout(payment, item))).length;
  return {
    payoutId,
    companyId,
    companyName,
    saidAt,
    madeAt: payout.createdAt,
    status,
    rejected,
    names,
    contradicted,
    unknown: reportedCount - knownCount,
  };
}

/** Passed to `findApprovers` as the author, so that it finds everybody who decides about money. */
const NO_PERSON = "system";

function isAbout({ endToEndId, amountCents }: ReportedPayment, item: PayoutItem): boolean {
  return endToEndId.toLowerCase() === item.endToEndId && (amountCents === null || amountCents === item.amountCents);
}

/** Verdict of a report about one payment. */
interface ItemVerdict {
  item: PayoutItem;
  verdict: BankVerdict;
  saidAt: Date;
  approversOnce: () => Promise<FoundApprovers>;
}

/** Stores what a report says about a payment, and returns the payment as it stands afterwards. */
async function takeVerdict(tx: Database, actor: Actor, { item, verdict, saidAt, approversOnce }: ItemVerdict): Promise<PayoutItem> {
  const { status, nameCheck, reasonCode } = verdict;
  const changes: Partial<PayoutItem> = {};
  // `partly` is about the whole file, and says nothing about a payment that the report does not list.
  if (status && status !== "partly" && !isOlder(saidAt, item.reportedAt)) {
    const reason = status === "rejected" ? reasonOf(verdict) : { reasonCode: null, reasonText: null };
    Object.assign(changes, { reportStatus: status, reportedAt: saidAt, ...reason });
  }
  const takesNameCheck = item.status === "ordered" && !isOlder(saidAt, item.nameCheckedAt);
  if (nameCheck && takesNameCheck) {
    const bankName = nameCheck === "close" ? verdict.reasonText : null;
    Object.assign(changes, { nameCheck, nameCheckedAt: saidAt, bankName });
    const needsPerson = nameCheck === "close" || nameCheck === "different";
    const isKnownResult = nameCheck === item.nameCheck && bankName === item.bankName;
    const { aloneFrom = null } = needsPerson && !isKnownResult ? await approversOnce() : {};
    const newQuestion = {
      nameAskedAt: needsPerson ? clock.now(actor) : null,
      nameAloneFrom: aloneFrom,
      nameKeptBy: null,
      nameKeptAt: null,
    };
    if (!isKnownResult) Object.assign(changes, newQuestion);
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
