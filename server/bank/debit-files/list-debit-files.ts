import { and, asc, desc, eq, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import { isOneOf } from "@/db/array-text";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { companies } from "@/db/schema/companies";
import { type DebitFile, type DebitReport, debitFiles, debitReports } from "@/db/schema/debit-files";
import { debits } from "@/db/schema/debits";
import { withdrawnDebits } from "@/db/schema/withdrawn-debits";
import { type Actor, visibleTo } from "@/server/actor";
import { loadApprovalBlockerOf } from "@/server/billing/approvals/find-approvers";
import { dayAt } from "@/server/domain/formats/calendar";
import { debitCutOff } from "@/server/domain/rules/debit-cut-off";
import type { DebitStatus } from "@/server/domain/rules/debit-state";
import { nameOfPerson } from "@/server/platform/audit/name-of-actor";
import { clock } from "@/server/platform/clock";
import { type DebitSettings, findDebitSettings } from "@/server/tenancy/bank-accounts/debit-settings";
import { getCompany } from "@/server/tenancy/companies/find-company";
import type { Blocker } from "@/server/tenancy/people/second-person";
import { type DoubledFiles, findDoubled } from "./find-doubled";
import { findOpenFiles, type OpenFile } from "./find-open-files";
import { findOutdated, type OutdatedDebit } from "./find-outdated";

/** A file for the bank. Amounts in cents. */
export interface ListedDebitFile
  extends Pick<
    DebitFile,
    | "id"
    | "holder"
    | "iban"
    | "debitsCount"
    | "amountCents"
    | "createdAt"
    | "needsApproval"
    | "approvedAt"
    | "aloneFrom"
    | "handedOutAt"
    | "withdrawnAt"
    | "foundAt"
  > {
  companyName: string;
  createdByName: string | null;
  approvedByName: string | null;
  withdrawnByName: string | null;
  /** Person who stated that the bank has the withdrawn file after all. */
  foundByName: string | null;
  /** Number of planned debits that have left the file, and wait for a person's decision because the bank has named the file. */
  waitingCount: number;
  /** Newest file that contains debits of this withdrawn one, which the bank has named; null: none, or they have a result. */
  newer: DoubledFiles | null;
  /** Withdrawn file that the bank has named, and whose debits this one contains without a result; null: none. */
  earlier: DoubledFiles | null;
  /** Reason why the reader cannot approve the file now. Null: there is none, provided that the reader may decide about money. */
  blocker: Blocker | null;
  /** The bank's latest report about the whole file; null if there is none. */
  report: Pick<DebitReport, "status" | "saidAt" | "reasonCode" | "reasonText"> | null;
  /** Whether the bank is known to have the file, so that it can be neither withdrawn nor sent again. */
  isWithBank: boolean;
  /** First and last day of collection; null if the file contains no debits any longer. */
  firstOn: string | null;
  lastOn: string | null;
  /**
   * Numbers and sums of the file's debits by state; empty once the file is withdrawn. `ended`: a person has stated that the bank did not collect
   * them.
   */
  states: { status: DebitStatus | "ended"; count: number; amountCents: number }[];
  /** The first debit for which the file is not handed out any longer, and the number of the others; null: none, or the file was downloaded before. */
  outdated: (Pick<OutdatedDebit, "holder" | "why"> & { others: number }) | null;
  /** Reasons why the file needs a person, other than that the bank has named the withdrawn file (`waitingCount`, `newer`). */
  open: Pick<OpenFile, "need" | "debitsCount" | "holder" | "cutOffAt">[];
  /**
   * Moment by which the bank must have the file, once it was downloaded: nothing is known of what happens between the download and the bank. Null
   * once the bank has answered or a day of collection has come.
   */
  cutOff: { at: Date; isOver: boolean } | null;
}

/** One page of a company's files. */
interface DebitFilesPage {
  entries: ListedDebitFile[];
  totalEntries: number;
  pageNumber: number;
  pageSize: number;
}

/** `fileId`: file whose page is listed instead, if the company has it; null: none. */
interface WantedFiles extends Pick<DebitFilesPage, "pageNumber" | "pageSize"> {
  fileId: string | null;
}

/**
 * Lists a company's files: those that need a person, then the others, newest first. For a page number beyond the last page, returns the last
 * page. Throws `invalid_company_id`.
 */
export async function listDebitFiles(db: Database, actor: Actor, companyId: string, wanted: WantedFiles): Promise<DebitFilesPage> {
  await getCompany(db, actor, companyId);
  const { partnerId } = actor;
  const open = await findOpenFiles(db, and(visibleTo(actor, debits), eq(debits.companyId, companyId)), new Date());
  const order = [
    desc(
      isOneOf(
        debitFiles.id,
        open.map(({ fileId }) => fileId),
      ),
    ),
    desc(debitFiles.createdAt),
    desc(debitFiles.id),
  ];
  const whereListed = and(visibleTo(actor, debitFiles), eq(debitFiles.companyId, companyId));
  const { pageSize } = wanted;
  const { count: totalEntries } = only(
    await db
      .select({ count: sql`count(*)`.mapWith(Number) })
      .from(debitFiles)
      .where(whereListed),
  );
  const position = wanted.fileId === null ? undefined : await findPosition(db, wanted.fileId, whereListed, order);
  const pageNumber = position
    ? Math.ceil(position / pageSize)
    : Math.min(wanted.pageNumber, Math.max(1, Math.ceil(totalEntries / pageSize)));
  const files = await db
    .select({
      file: debitFiles,
      companyName: companies.name,
      createdByName: nameOfPerson(debitFiles.createdBy, partnerId),
      approvedByName: nameOfPerson(sql`coalesce(${debitFiles.approvedBy}, '')`, partnerId),
      withdrawnByName: nameOfPerson(sql`coalesce(${debitFiles.withdrawnBy}, '')`, partnerId),
      foundByName: nameOfPerson(sql`coalesce(${debitFiles.foundBy}, '')`, partnerId),
    })
    .from(debitFiles)
    .innerJoin(companies, and(eq(companies.partnerId, debitFiles.partnerId), eq(companies.id, debitFiles.companyId)))
    .where(whereListed)
    .orderBy(...order)
    .limit(pageSize)
    .offset((pageNumber - 1) * pageSize);
  const ids = files.map(({ file }) => file.id);
  const unfetched = files.flatMap(({ file: { id, handedOutAt, withdrawnAt } }) => (handedOutAt || withdrawnAt ? [] : [id]));
  const now = clock.now(actor);
  const [states, waiting, doubled, outdated, reports, blockerOf, settingsOf] = await Promise.all([
    readStates(db, partnerId, ids),
    countWaiting(db, partnerId, ids),
    findDoubled(db, partnerId, ids),
    findOutdated(db, actor, unfetched),
    db
      .select()
      .from(debitReports)
      .where(and(eq(debitReports.partnerId, partnerId), inArray(debitReports.debitFileId, ids)))
      .orderBy(asc(debitReports.saidAt), asc(debitReports.id)),
    loadApprovalBlockerOf(db, actor),
    findDebitSettings(
      db,
      actor,
      files.map(({ file }) => file.bankAccountId),
    ),
  ]);
  const entries = files.map(({ file, ...names }) => {
    const { id, holder, iban, debitsCount, amountCents, createdAt, createdBy, needsApproval, approvedAt, aloneFrom } = file;
    const ofFile = states.filter(({ fileId }) => fileId === id);
    const [unfit, ...others] = outdated.filter(({ fileId }) => fileId === id);
    const ofBank = reports.filter(({ debitFileId }) => debitFileId === id);
    const days = ofFile.flatMap(({ firstOn: first, lastOn: last }) => [first, last]).sort();
    const [firstOn = null] = days;
    const isWithBank = ofBank.length > 0 || ofFile.some(({ status, isAnswered }) => status !== "at_bank" || isAnswered);
    return {
      id,
      holder,
      iban,
      debitsCount,
      amountCents,
      createdAt,
      needsApproval,
      approvedAt,
      aloneFrom,
      handedOutAt: file.handedOutAt,
      withdrawnAt: file.withdrawnAt,
      foundAt: file.foundAt,
      ...names,
      waitingCount: waiting.get(id) ?? 0,
      newer: doubled.find(({ earlierId }) => earlierId === id) ?? null,
      earlier: doubled.find(({ newerId }) => newerId === id) ?? null,
      blocker: blockerOf({ by: createdBy, at: createdAt, aloneFrom }),
      report: ofBank.findLast(({ status }) => status !== null) ?? null,
      isWithBank,
      firstOn,
      lastOn: days.at(-1) ?? null,
      states: ofFile.map(({ status, count, amountCents: cents }) => ({ status, count, amountCents: cents })),
      outdated: unfit ? { holder: unfit.holder, why: unfit.why, others: others.length } : null,
      // Debits that wait because the bank has named the file are in `waitingCount` and `newer`.
      open: open.filter((each) => each.fileId === id && each.need !== "named"),
      cutOff:
        file.handedOutAt && !isWithBank && firstOn && firstOn > dayAt(now) ? cutOffOf(firstOn, settingsOf(file.bankAccountId), now) : null,
    };
  });
  return { entries, totalEntries, pageNumber, pageSize };
}

function cutOffOf(firstOn: string, settings: DebitSettings, now: Date): ListedDebitFile["cutOff"] {
  const at = debitCutOff(firstOn, settings);
  return { at, isOver: at <= now };
}

/** Returns the position of a file in the whole list, from 1; undefined if the list does not have it. */
async function findPosition(db: Database, fileId: string, whereListed: SQL | undefined, order: SQL[]): Promise<number | undefined> {
  const placed = db
    .select({ id: debitFiles.id, position: sql`row_number() over (order by ${sql.join(order, sql`, `)})`.mapWith(Number).as("position") })
    .from(debitFiles)
    .where(whereListed)
    .as("placed");
  const [found] = await db.select({ position: placed.position }).from(placed).where(eq(placed.id, fileId));
  return found?.position;
}

function readStates(db: Database, partnerId: string, fileIds: string[]) {
  const { fileId, fileCents, collectOn, reportStatus, returnedTransactionId } = debits;
  const status = sql<
    DebitStatus | "ended"
  >`case when ${debits.status} = 'rejected' and ${debits.endedBy} is not null then 'ended' else ${debits.status}::text end`;
  return db
    .select({
      fileId,
      status,
      count: sql`count(*)`.mapWith(Number),
      amountCents: sql`sum(${fileCents})`.mapWith(Number),
      firstOn: sql<string>`min(${collectOn})::text`,
      lastOn: sql<string>`max(${collectOn})::text`,
      isAnswered: sql<boolean>`bool_or(${reportStatus} is not null or ${returnedTransactionId} is not null)`,
    })
    .from(debits)
    .where(and(eq(debits.partnerId, partnerId), inArray(fileId, fileIds)))
    .groupBy(fileId, debits.status, sql`${debits.endedBy} is not null`, status)
    .orderBy(asc(debits.status), asc(status));
}

/** Counts the planned debits that wait because the bank has named a withdrawn file that they have left, by file. */
async function countWaiting(db: Database, partnerId: string, fileIds: string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ fileId: withdrawnDebits.fileId, count: sql`count(*)`.mapWith(Number) })
    .from(withdrawnDebits)
    .innerJoin(debits, and(eq(debits.partnerId, withdrawnDebits.partnerId), eq(debits.id, withdrawnDebits.debitId)))
    .where(
      and(
        eq(withdrawnDebits.partnerId, partnerId),
        inArray(withdrawnDebits.fileId, fileIds),
        isNotNull(withdrawnDebits.namedAt),
        eq(debits.status, "planned"),
      ),
    )
    .groupBy(withdrawnDebits.fileId);
  return new Map(rows.map(({ fileId, count }) => [fileId, count]));
}
