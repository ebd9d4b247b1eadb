import { and, asc, eq, isNotNull, isNull, ne } from "drizzle-orm";
import { isOneOf } from "@/db/array-text";
import type { Database } from "@/db/client";
import { bankStatements, statementEntryKeys } from "@/db/schema/bank-statements";
import { bankTransactions } from "@/db/schema/bank-transactions";
import type { Actor } from "@/server/actor";
import { knownCurrencies } from "@/server/domain/banking/account-currency";
import type { AccountDoubt, OfferedAccount } from "@/server/domain/banking/csv-layout";
import { type BalancedPeriod, brokenOffTogether } from "@/server/domain/rules/statement-fit";
import type { CheckedStatement } from "./check-statement";
import { csvKeyStart } from "./entry-key";
import { asking, type StatementAccount } from "./find-statement-accounts";
import { hasMoneyOf, moneyOf } from "./known-entries";
import { type PaymentFacts, paymentsIn } from "./payments-in-entry";
import { type ReadEntry, type ReadPart, StatementRefusal } from "./statement";

/** Maximum number of rows of a statement that are compared with stored ones. */
const MOST_COMPARED = 2_000;

/** Rows of a statement: the first 2,000, and the amounts of all, in cents and in the order of the file. */
interface RowsInDoubt {
  compared: ReadEntry[];
  amountsCents: number[];
}

interface FileInDoubt {
  known: readonly StatementAccount[];
  /** The accounts that a person may choose instead. */
  offered: readonly OfferedAccount[];
  /** The account of each statement. */
  accounts: readonly StatementAccount[];
  checked: readonly CheckedStatement[];
  /** The rows of each statement. */
  rows: readonly RowsInDoubt[];
}

/** Reads the rows of a file's statements that name no account; of the others, none. */
export async function readRowsInDoubt(checked: readonly CheckedStatement[], parts: () => AsyncIterable<ReadPart>): Promise<RowsInDoubt[]> {
  const rows: RowsInDoubt[] = checked.map(() => ({ compared: [], amountsCents: [] }));
  if (checked.every(({ account }) => account !== "")) return rows;
  let index = -1;
  for await (const part of parts()) {
    if (part.kind === "statement") index += 1;
    const ofStatement = rows[index];
    if (part.kind !== "entry" || !ofStatement || checked[index]?.account !== "") continue;
    ofStatement.amountsCents.push(part.entry.amountCents);
    if (ofStatement.compared.length < MOST_COMPARED) ofStatement.compared.push(part);
  }
  return rows;
}

/**
 * Throws a `StatementRefusal` with `doubtful_account` if a statement that names no account seems to be another account's, because
 * - its balances neither continue nor overlap those of the account's statements, directly or by other statements of the file;
 * - some of its first 2,000 rows are in a statement of another account that the actor sees; or
 * - it names another currency than is known of the account.
 *
 * The caller has locked the accounts.
 */
export async function doubtAccount(tx: Database, actor: Actor, { known, offered, accounts, checked, rows }: FileInDoubt): Promise<void> {
  const files: StatementInFile[] = [];
  for (const [index, statement] of checked.entries()) {
    const [account, ofStatement] = [accounts[index], rows[index]];
    if (!account || !ofStatement) continue;
    const isNamed = statement.account !== "";
    const found = isNamed ? nothingStored : await findStored(tx, actor, { known, account, statement, compared: ofStatement.compared });
    files.push({ account, statement, isNamed, amountsCents: ofStatement.amountsCents, ...found });
  }
  const breaks = await findBreaks(tx, actor, files);
  for (const file of files) {
    const { account, statement, isNamed, elsewhere } = file;
    const question = asking(statement, offered);
    if (isNamed || !question) continue;
    const doubt: AccountDoubt = {
      chosen: { iban: account.iban, companyId: account.companyId, companyName: account.companyName, holder: account.holder },
      currency: statement.currency,
      otherCurrencies: otherThanNamed(statement, account),
      balance: breaks.get(file) ?? null,
      elsewhere,
    };
    if (!doubt.balance && !doubt.elsewhere && doubt.otherCurrencies.length === 0) continue;
    throw new StatementRefusal("doubtful_account", statement.line, "account", account.iban, { question: { ...question, doubt } });
  }
}

/** Accounts in which rows of a statement are stored already. `here`: whether in the chosen account. `elsewhere`: another account; null: none. */
interface StoredRows {
  here: boolean;
  elsewhere: AccountDoubt["elsewhere"];
}

const nothingStored: StoredRows = { here: false, elsewhere: null };

interface StatementInFile extends StoredRows {
  account: StatementAccount;
  statement: CheckedStatement;
  /** Whether the statement names its account itself. */
  isNamed: boolean;
  amountsCents: number[];
}

/** Returns the currencies known of the account if the file names another one; otherwise none. */
function otherThanNamed({ namedCurrency }: CheckedStatement, account: StatementAccount): readonly string[] {
  const known = knownCurrencies(account);
  return !namedCurrency || known.includes(namedCurrency.currency) ? [] : known;
}

/** Finds the statements whose balances do not fit those of their account, each with its opening balance and the account's closing balance. */
async function findBreaks(
  tx: Database,
  actor: Actor,
  files: readonly StatementInFile[],
): Promise<Map<StatementInFile, AccountDoubt["balance"]>> {
  const breaks = new Map<StatementInFile, AccountDoubt["balance"]>();
  const ofAccounts = Map.groupBy(files, ({ account, statement }) => `${account.iban} ${statement.currency}`);
  for (const [first, ...others] of ofAccounts.values()) {
    if (!first) continue;
    const balanced = [first, ...others].flatMap((file) => {
      const period = periodOf(file.statement);
      return period ? [{ file, ...period, amountsCents: file.amountsCents }] : [];
    });
    const inDoubt = balanced.filter(({ file: { isNamed, here } }) => !isNamed && !here);
    if (inDoubt.length === 0) continue;
    // Leaves out intraday reports, whose day may go on.
    const own = balanced.filter((each) => !inDoubt.includes(each) && each.file.statement.family !== "camt052");
    const stored = await findPeriods(tx, actor, first.account, first.statement.currency);
    for (const [index, broken] of brokenOffTogether(inDoubt, stored, own).entries()) {
      const each = inDoubt[index];
      if (!each || !broken) continue;
      breaks.set(each.file, { openingCents: each.openingCents, closingCents: broken.closingCents, closingOn: broken.closingOn });
    }
  }
  return breaks;
}

/** Returns the balances of a statement; undefined if one or its day is missing. */
function periodOf({ openingCents, openingOn, closingCents, closingOn }: Nullable<BalancedPeriod>): BalancedPeriod | undefined {
  if (openingCents === null || openingOn === null || closingCents === null || closingOn === null) return undefined;
  return { openingCents, openingOn, closingCents, closingOn };
}

type Nullable<Of> = { [Key in keyof Of]: Of[Key] | null };

/** Returns the balances of the account's stored statements. */
async function findPeriods(tx: Database, { partnerId }: Actor, { iban }: StatementAccount, currency: string): Promise<BalancedPeriod[]> {
  const { openingCents, openingOn, closingCents, closingOn } = bankStatements;
  const found = await tx
    .select({ openingCents, openingOn, closingCents, closingOn })
    .from(bankStatements)
    .where(
      and(
        eq(bankStatements.partnerId, partnerId),
        eq(bankStatements.iban, iban),
        eq(bankStatements.currency, currency),
        // Leaves out intraday reports, whose day may go on.
        ne(bankStatements.family, "camt052"),
        isNotNull(closingCents),
        isNull(bankStatements.withdrawalId),
      ),
    )
    .orderBy(asc(bankStatements.id));
  return found.flatMap((statement) => periodOf(statement) ?? []);
}

interface StatementInDoubt {
  known: readonly StatementAccount[];
  account: StatementAccount;
  statement: CheckedStatement;
  compared: readonly ReadEntry[];
}

/**
 * Finds stored entries with the day, amount and words of the rows. `here`: whether the account has some of them, or has entries with the days
 * and amounts of half of the rows: other kinds of files have other words. `elsewhere`: the other account with most of the rows that the chosen
 * account does not have.
 */
async function findStored(
  tx: Database,
  actor: Actor,
  { known: accounts, account, statement, compared }: StatementInDoubt,
): Promise<StoredRows> {
  const others = accounts.filter(({ iban, bankAccountId }) => iban !== account.iban && bankAccountId !== account.bankAccountId);
  const stored = await findWithMoney(tx, actor, [account.iban, ...others.map(({ iban }) => iban)], statement.currency, compared);
  const ofSheet = csvKeyStart(statement.question?.sheet.key ?? "");
  // With a running balance, a stored row of the same kind of file is the same row only if all of its cells are equal.
  const isByKey = ({ key }: StoredEntry) => statement.openingCents !== null && key.startsWith(ofSheet);
  const known = new Set(
    stored.flatMap((entry) => {
      if (isByKey(entry)) return `${entry.iban} ${entry.money} key ${entry.key}`;
      return entry.said === "" ? [] : `${entry.iban} ${entry.money} said ${entry.said}`;
    }),
  );
  const facts = compared.map((row) => ({ row, money: moneyOf(row), said: saidIn(paymentsIn(row.entry)) }));
  const rowsIn = (iban: string, candidates: typeof facts) =>
    candidates.filter(({ row, money, said }) => [`key ${row.key}`, `said ${said}`].some((fact) => known.has(`${iban} ${money} ${fact}`)));
  const own = new Set(rowsIn(account.iban, facts));
  const moneyHere = new Set(stored.flatMap((entry) => (entry.iban === account.iban && !isByKey(entry) ? entry.money : [])));
  const ofMoney = facts.filter(({ money }) => moneyHere.has(money)).length;
  const here = own.size > 0 || (ofMoney > 0 && ofMoney * 2 >= compared.length);
  const rest = facts.filter((fact) => !own.has(fact));
  const counted = others.map(({ iban, companyName, holder }) => ({ iban, companyName, holder, rows: rowsIn(iban, rest).length }));
  const most = counted.toSorted((one, other) => other.rows - one.rows)[0];
  return { here, elsewhere: most && most.rows > 0 ? most : null };
}

interface StoredEntry {
  iban: string;
  /** Day and amount. */
  money: string;
  key: string;
  /** Words of the entry's payments. */
  said: string;
}

/** Finds the entries of these accounts that share day and amount with a row. */
async function findWithMoney(
  tx: Database,
  { partnerId }: Actor,
  ibans: readonly string[],
  currency: string,
  rows: readonly ReadEntry[],
): Promise<StoredEntry[]> {
  const keys = statementEntryKeys;
  const found = await tx
    .select({ entryId: keys.entryId, iban: keys.iban, key: keys.key, bookedOn: keys.bookedOn, amountCents: keys.amountCents })
    .from(keys)
    .where(and(eq(keys.partnerId, partnerId), isOneOf(keys.iban, ibans), eq(keys.currency, currency), hasMoneyOf(rows)));
  const { entryId, name, text, references, recordedOrder } = bankTransactions;
  const ids = new Set(found.map((each) => each.entryId));
  const payments = await tx
    .select({ entryId, name, text, references })
    .from(bankTransactions)
    .where(and(eq(bankTransactions.partnerId, partnerId), isOneOf(entryId, ids)))
    .orderBy(recordedOrder);
  const paymentsOf = Map.groupBy(payments, (payment) => payment.entryId);
  return found.map(({ entryId: id, iban, key, ...entry }) => ({
    iban,
    key,
    money: moneyOf({ entry }),
    said: saidIn(paymentsOf.get(id) ?? []),
  }));
}

function saidIn(payments: readonly Pick<PaymentFacts, "name" | "text" | "references">[]): string {
  return payments
    .flatMap(({ name, text, references }) => [name, text, ...references])
    .join(" ")
    .toUpperCase()
    .replace(/\s+/g, " ")
    .trim();
}
