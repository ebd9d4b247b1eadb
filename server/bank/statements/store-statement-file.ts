import { and, asc, eq, gte, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { bankStatements, statementFiles } from "@/db/schema/bank-statements";
import { debitFiles, debitReports } from "@/db/schema/debit-files";
import { payoutReports, payouts } from "@/db/schema/payouts";
import type { StatementWaitReason } from "@/db/schema/statement-waits";
import { type Actor, identityOf, visibleTo } from "@/server/actor";
import { type TakenDebitReport, takeDebitReport } from "@/server/bank/debits/take-debit-report";
import { type TakenReport, takeReport } from "@/server/bank/refund-files/take-report";
import { presumedCurrency } from "@/server/domain/banking/account-currency";
import type { CsvQuestion } from "@/server/domain/banking/csv-layout";
import type { LeftOutRows } from "@/server/domain/banking/left-out-rows";
import { clock } from "@/server/platform/clock";
import { newId } from "@/server/platform/id";
import { transact } from "@/server/platform/transact";
import type { CheckedStatement } from "./check-statement";
import { keptLayouts } from "./csv/kept-layouts";
import { doubtAccount, readRowsInDoubt } from "./doubt-account";
import { type AskedPerson, accountOfStatement, listKnownAccounts, offerAccounts, type StatementAccount } from "./find-statement-accounts";
import type { KeptStatement } from "./hold-above-limit";
import { findWaiting, holdStatements } from "./hold-statement";
import { keepStatement } from "./keep-statement";
import { findKnownReports } from "./known-reports";
import { lockAccounts } from "./lock-accounts";
import { readReceivedFile } from "./read-received-file";
import { latestStatementDay } from "./read-values";
import type { ReceivedFile } from "./receive-file";
import { recordKept } from "./record-kept";
import { EntryStore, type KeptEntries } from "./store-entries";
import { markUsual } from "./usual-accounts";

/** Outcome of an upload. */
export interface StoredFile {
  id: string;
  name: string;
  /** True if a file with the same bytes was stored before: nothing changed. */
  isRepeated: boolean;
  statements: StoredStatement[];
  /** Reports about refund files. Empty if the file was stored before. */
  reports: TakenReport[];
  /** Reports about files of direct debits. Empty if the file was stored before. */
  debitReports: TakenDebitReport[];
  /** Ids of files of payments that other reports are about: none of them is a file of this service that the actor sees. */
  unknownReports: string[];
  /** Columns of a CSV file with their confirmed roles. A person can correct them for later files. */
  question?: CsvQuestion | undefined;
}

interface StoredStatement {
  id: string;
  iban: string;
  currency: string;
  number: string;
  openingOn: string | null;
  closingOn: string | null;
  closingCents: number | null;
  entries: number;
  /** Number of entries that no earlier file contained. */
  newEntries: number;
  /** Number of announced entries, which were left out. 0 if the file was stored before. */
  announced: number;
  /** Reason why the payments are not booked until a person accepts the statement; null if it does not wait. */
  waitsBecause: StatementWaitReason | null;
  /** CSV only: rows that are no entries. */
  leftOut?: LeftOutRows | undefined;
}

/**
 * Stores a bank's file about companies' accounts, refund files and direct debits, completely or not at all. A statement or entry that came
 * before, in any file, counts once. Another process reads the whole file before anything is stored. Throws a `StatementRefusal`, with the line
 * and the element.
 *
 * `name`: if empty, "statement" is stored. `account`: account of a CSV file that does not name one. `asked`: answers of a person who can be asked
 * whether the account is right; absent for programs.
 */
export async function storeStatementFile(
  db: Database,
  actor: Actor,
  { name, account: chosen = "", asked: answers }: { name: string; account?: string; asked?: Omit<AskedPerson, "offered" | "pending"> },
  file: ReceivedFile,
): Promise<StoredFile> {
  const before = await findStoredFile(db, actor, file);
  if (before) return before;
  const layouts = await keptLayouts(db, actor);
  const latestDay = latestStatementDay(clock.now(actor));
  const read = await readReceivedFile(file, { partnerId: actor.partnerId, layouts, latestDay });
  const { statements: inFile, parts } = read;
  const { known: reports, unknown: unknownReports } = await findKnownReports(db, actor, read);
  const known = await listKnownAccounts(db, actor);
  const offers = answers && (await offerAccounts(db, actor, known));
  const asked = offers && { ...answers, ...offers, offered: await markUsual(db, actor, inFile, offers.offered) };
  const accounts = inFile.map((statement) => accountOfStatement(known, statement, chosen, asked));
  const checked = inFile.map((statement, index) => ({ ...statement, currency: currencyOf(statement, accounts[index], asked) }));
  const rows = asked && !asked.isSure ? await readRowsInDoubt(checked, parts) : undefined;

  return transact(db, actor, async (tx) => {
    await lockAccounts(
      tx,
      actor,
      accounts.map(({ iban }) => iban),
    );
    await lockContents(tx, actor, file);
    const meanwhile = await findStoredFile(tx, actor, file);
    if (meanwhile) return meanwhile;
    if (asked && rows) await doubtAccount(tx, actor, { known, offered: asked.offered, accounts, checked, rows });
    await replaceWithdrawnFile(tx, actor, file);
    const storedFile = only(
      await tx
        .insert(statementFiles)
        .values({
          partnerId: actor.partnerId,
          id: newId(),
          name: name.replace(CONTROLS, " ").trim().slice(0, LONGEST_NAME) || "statement",
          sha256: file.sha256,
          bytes: file.bytes,
          receivedBy: identityOf(actor),
          receivedAt: clock.now(actor),
        })
        .returning({ id: statementFiles.id, name: statementFiles.name }),
    );
    // Two lists of the same statements: for the answer, and for the decision about waiting.
    const statements: StoredStatement[] = [];
    const kept: KeptStatement[] = [];
    let store: EntryStore | undefined;
    try {
      for await (const part of parts()) {
        if (part.kind === "statement") {
          const statement = checked[statements.length];
          const account = accounts[statements.length];
          if (!statement || !account) throw new Error("A file has other statements when it is read again");
          const statementId = await keepStatement(tx, actor, storedFile.id, account, statement);
          store = await EntryStore.begin(tx, actor, account, statement, statementId);
          kept.push({ ...nothing, id: statementId, companyId: account.companyId, currency: statement.currency });
          statements.push({ id: statementId, ...asStored(account.iban, statement), newEntries: 0, waitsBecause: null });
        }
        if (part.kind === "entry") await store?.add(part);
        const last = kept.at(-1);
        if (part.kind === "end" && store && last) Object.assign(last, await store.finish());
      }
    } catch (error) {
      await store?.settle();
      throw error;
    }
    const taken: TakenReport[] = [];
    const takenOfDebits: TakenDebitReport[] = [];
    for (const { report, ...known } of reports) {
      if ("file" in known) taken.push(await takeReport(tx, actor, known.file, report, storedFile.id));
      else takenOfDebits.push(await takeDebitReport(tx, actor, known.debitFile, report, storedFile.id));
    }
    const waits = await holdStatements(tx, actor, storedFile.id, kept);
    for (const [index, statement] of statements.entries()) {
      statement.newEntries = kept[index]?.newEntries ?? 0;
      statement.waitsBecause = waits[index] ?? null;
    }
    await recordKept(tx, actor, { ...storedFile, sha256: file.sha256 }, statements, { accounts, checked });
    const outcome = { ...storedFile, isRepeated: false, statements, reports: taken, debitReports: takenOfDebits, unknownReports };
    return { ...outcome, question: checked.find(({ question }) => question)?.question };
  });
}

/** Maximum length of a file's stored name, in characters. */
const LONGEST_NAME = 200;
const CONTROLS = /\p{Cc}/gu;

/** Returns the currency of a statement. If the file names none, a program's file is in the company's; otherwise in the presumed one. */
function currencyOf(
  { currency, namedCurrency }: CheckedStatement,
  account: StatementAccount | undefined,
  asked: AskedPerson | undefined,
): string {
  if (currency !== "" || !account) return currency;
  return namedCurrency?.currency ?? (asked ? presumedCurrency(account) : account.currency);
}

const nothing: KeptEntries = { newEntries: 0, incomingCents: 0, openedWaiting: new Map() };

/** Makes others who store the same file wait. The locks of accounts do not suffice: a report of a bank may name no account. */
async function lockContents(tx: Database, { partnerId }: Actor, { sha256 }: ReceivedFile): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`statement file ${partnerId} ${sha256}`}, 0))`);
}

/** If a stored file with the same bytes may have brought a withdrawn statement, it no longer counts as stored: this file is read as new. */
async function replaceWithdrawnFile(tx: Database, actor: Actor, { sha256 }: ReceivedFile): Promise<void> {
  const [before] = await tx.select().from(statementFiles).where(whereFile(actor, sha256));
  if (!before || !(await mayHaveWithdrawn(tx, actor, before))) return;
  await tx
    .update(statementFiles)
    .set({ replacedAt: clock.now(actor) })
    .where(and(eq(statementFiles.partnerId, actor.partnerId), eq(statementFiles.id, before.id)));
}

/**
 * Finds a stored file with the same bytes. Undefined also if it may have brought a withdrawn statement, or if it has a statement, or only
 * reports, of companies that the actor does not see.
 */
export async function findStoredFile(
  db: Database,
  actor: Actor,
  { sha256 }: Pick<ReceivedFile, "sha256">,
): Promise<StoredFile | undefined> {
  const { partnerId, companyIds } = actor;
  const [file] = await db
    .select({ id: statementFiles.id, name: statementFiles.name, receivedAt: statementFiles.receivedAt })
    .from(statementFiles)
    .where(whereFile(actor, sha256));
  if (!file || (await mayHaveWithdrawn(db, actor, file))) return undefined;
  const statements = await db
    .select()
    .from(bankStatements)
    .where(and(eq(bankStatements.partnerId, partnerId), eq(bankStatements.fileId, file.id)))
    .orderBy(asc(bankStatements.id));
  if (statements.length === 0 && (await hasOnlyHiddenReports(db, actor, file.id))) return undefined;
  const waiting = await findWaiting(
    db,
    actor,
    statements.map(({ id }) => id),
  );
  if (companyIds && statements.some(({ companyId }) => !companyIds.includes(companyId))) return undefined;
  return {
    id: file.id,
    name: file.name,
    isRepeated: true,
    reports: [],
    debitReports: [],
    unknownReports: [],
    statements: statements.map(({ id, iban, currency, number, openingOn, closingOn, closingCents, entries }) => ({
      id,
      iban,
      currency,
      number,
      openingOn,
      closingOn,
      closingCents,
      entries,
      newEntries: 0,
      announced: 0,
      waitsBecause: waiting.get(id) ?? null,
    })),
  };
}

function whereFile({ partnerId }: Actor, sha256: string): SQL | undefined {
  return and(eq(statementFiles.partnerId, partnerId), eq(statementFiles.sha256, sha256), isNull(statementFiles.replacedAt));
}

/**
 * Whether the file may have contained a statement that was withdrawn. This may be any that was withdrawn since the file came: a statement is
 * stored as the first file's that contained it. The file is then read again, and its known entries count once.
 */
async function mayHaveWithdrawn(db: Database, { partnerId }: Actor, file: { id: string; receivedAt: Date }): Promise<boolean> {
  const { fileId, withdrawnAt } = bankStatements;
  const [withdrawn] = await db
    .select({ withdrawnAt })
    .from(bankStatements)
    .where(and(eq(bankStatements.partnerId, partnerId), isNotNull(withdrawnAt), or(eq(fileId, file.id), gte(withdrawnAt, file.receivedAt))))
    .limit(1);
  return withdrawn !== undefined;
}

/** Whether the file has reports about files of payments, and the actor sees none of these. */
async function hasOnlyHiddenReports(db: Database, actor: Actor, fileId: string): Promise<boolean> {
  const ofRefunds = await db
    .select({ isVisible: sql<boolean>`${visibleTo(actor, payouts)}` })
    .from(payoutReports)
    .innerJoin(payouts, and(eq(payouts.partnerId, payoutReports.partnerId), eq(payouts.id, payoutReports.payoutId)))
    .where(and(eq(payoutReports.partnerId, actor.partnerId), eq(payoutReports.fileId, fileId)));
  const ofDebits = await db
    .select({ isVisible: sql<boolean>`${visibleTo(actor, debitFiles)}` })
    .from(debitReports)
    .innerJoin(debitFiles, and(eq(debitFiles.partnerId, debitReports.partnerId), eq(debitFiles.id, debitReports.debitFileId)))
    .where(and(eq(debitReports.partnerId, actor.partnerId), eq(debitReports.fileId, fileId)));
  const found = [...ofRefunds, ...ofDebits];
  return found.length > 0 && found.every(({ isVisible }) => !isVisible);
}

function asStored(
  iban: string,
  { currency, id: number, openingOn, closingOn, closingCents, entries, announced, leftOut }: CheckedStatement,
): Omit<StoredStatement, "id" | "newEntries" | "waitsBecause"> {
  return {
    iban,
    currency,
    number,
    openingOn,
    closingOn,
    closingCents,
    entries: entries - announced,
    announced,
    leftOut: leftOut && shortened(leftOut),
  };
}

/** Maximum number of left-out rows that are shown of a stored file. */
const MOST_LEFT_OUT_SHOWN = 3;

function shortened({ samples, ...counts }: LeftOutRows): LeftOutRows {
  return { ...counts, samples: samples.slice(0, MOST_LEFT_OUT_SHOWN) };
}
