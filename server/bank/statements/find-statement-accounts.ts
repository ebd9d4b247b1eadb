import { and, asc, eq, gt, isNull, lte, type SQL } from "drizzle-orm";
import { isQRIBAN } from "ibantools";
import type { Database } from "@/db/client";
import { bankAccountDetails, bankAccounts } from "@/db/schema/bank-accounts";
import { companies } from "@/db/schema/companies";
import { type Actor, visibleTo } from "@/server/actor";
import { type AccountCurrencies, knownCurrencies, possibleCurrencies } from "@/server/domain/banking/account-currency";
import type { CsvQuestion, OfferedAccount } from "@/server/domain/banking/csv-layout";
import { clock } from "@/server/platform/clock";
import { statementCurrencies } from "@/server/tenancy/bank-accounts/statement-currencies";
import { type StatementHead, type StatementReason, StatementRefusal } from "./statement";

/** A company's own account, by one of its numbers. */
export interface StatementAccount extends AccountCurrencies {
  companyId: string;
  bankAccountId: string;
  iban: string;
  companyName: string;
  holder: string;
  isClosed: boolean;
}

/** A person who can be asked about a file before it is stored, and the answers so far. */
export interface AskedPerson {
  /** Company of the account that the person chose, because several companies may share an account; null: no account is chosen. */
  companyId: string | null;
  /** Whether the person has confirmed the account although there are signs against it. */
  isSure: boolean;
  /** The accounts to choose from, also new ones that cannot be used yet. */
  offered: readonly OfferedAccount[];
  /** Accounts that have, or will have, numbers that cannot be used yet. */
  pending: readonly OfferedAccount[];
}

/** Lists the accounts that the actor may see, with current and earlier numbers, oldest account first. */
export async function listKnownAccounts(db: Database, actor: Actor): Promise<StatementAccount[]> {
  const found = await selectAccounts(db, actor, lte(bankAccountDetails.inForceAt, clock.now(actor)));
  return found.flatMap(({ closedAt, details: { iban, qrIban, holder }, ...account }) =>
    [iban, qrIban].flatMap((number) => (number ? [{ ...account, iban: number, holder, isClosed: closedAt !== null }] : [])),
  );
}

/**
 * Returns the accounts for a person. `offered`: accounts to choose from, which are the known ones, except Swiss QR-IBANs, and new ones.
 * `pending`: accounts of all numbers that are not in force yet, with the time from which these can be used.
 */
export async function offerAccounts(
  db: Database,
  actor: Actor,
  known: readonly StatementAccount[],
): Promise<Pick<AskedPerson, "offered" | "pending">> {
  const pending = await listPendingAccounts(db, actor);
  const isNew = (id: string) => known.every(({ bankAccountId }) => bankAccountId !== id);
  const fresh = pending.flatMap(({ bankAccountId, account }) => (isNew(bankAccountId) ? [account] : []));
  const offered = [...known.filter(({ iban }) => !isQRIBAN(iban)).map(asOffered), ...fresh];
  return { offered, pending: pending.map(({ account }) => account) };
}

/** Lists the accounts that the actor may see with numbers that are not in force yet. */
async function listPendingAccounts(db: Database, actor: Actor): Promise<{ bankAccountId: string; account: OfferedAccount }[]> {
  const found = await selectAccounts(db, actor, and(gt(bankAccountDetails.inForceAt, clock.now(actor)), isNull(bankAccounts.closedAt)));
  return found.map(({ bankAccountId, details: { iban, holder, inForceAt }, ...account }) => ({
    bankAccountId,
    account: { ...asOffered({ ...account, iban, holder }), usableFrom: inForceAt.toISOString() },
  }));
}

function selectAccounts(db: Database, actor: Actor, where: SQL | undefined) {
  return db
    .select({
      companyId: bankAccounts.companyId,
      bankAccountId: bankAccounts.id,
      closedAt: bankAccounts.closedAt,
      details: bankAccountDetails,
      currency: companies.currency,
      statementCurrencies: statementCurrencies(),
      companyName: companies.name,
    })
    .from(bankAccounts)
    .innerJoin(companies, and(eq(companies.partnerId, bankAccounts.partnerId), eq(companies.id, bankAccounts.companyId)))
    .innerJoin(
      bankAccountDetails,
      and(eq(bankAccountDetails.partnerId, bankAccounts.partnerId), eq(bankAccountDetails.bankAccountId, bankAccounts.id)),
    )
    .where(and(visibleTo(actor, bankAccounts), isNull(bankAccountDetails.withdrawnAt), where))
    .orderBy(asc(bankAccounts.createdAt), asc(bankAccounts.id), asc(bankAccountDetails.inForceAt));
}

/**
 * Returns the account of a statement.
 * - If the file names the account, by its IBAN or by the bank's own notation, such as bank code and number, that account. If several companies
 *   share it, the first company's that has not closed it.
 * - Otherwise the chosen account, or the partner's only one.
 *
 * Throws a `StatementRefusal` with
 * - `unknown_account`;
 * - `several_accounts` if a number fits more than one account;
 * - `which_account` if the file names no account, none is chosen, and there are several;
 * - `not_in_currency_of_account` if a CSV file names a currency in which the account cannot be. A program's file may have such a currency beside
 *   its amounts;
 * - `account_waits` if the file names an account that cannot be used yet, and a person can be asked.
 */
export function accountOfStatement(
  known: readonly StatementAccount[],
  statement: StatementHead,
  chosen = "",
  asked?: AskedPerson,
): StatementAccount {
  const account = statement.account === "" ? accountOfUnnamed(known, statement, chosen, asked) : accountOfNamed(known, statement, asked);
  // A program's file may be in any currency if it has the currency beside its amounts, as camt files have.
  if (asked || statement.currency === "") refuseOtherCurrency(statement, [account], statement.account === "" ? (asked?.offered ?? []) : []);
  return account;
}

function accountOfNamed(known: readonly StatementAccount[], statement: StatementHead, asked: AskedPerson | undefined): StatementAccount {
  const { account, question, accountLine: line = statement.line } = statement;
  const place = asked ? placeOfAccount(statement) : "account";
  const found = account.slice(0, 40);
  const refused = (reason: StatementReason) => new StatementRefusal(reason, line, place, found, { question });
  const fitting = known.filter(({ iban }) => isNotationOf(iban, account));
  const [first] = fitting;
  const waiting = first ? undefined : asked?.pending.find(({ iban }) => isNotationOf(iban, account));
  if (waiting) throw new StatementRefusal("account_waits", line, place, found, { waiting });
  if (!first) throw refused("unknown_account");
  if (fitting.some(({ iban }) => iban !== first.iban)) throw refused("several_accounts");
  return fitting.find(({ isClosed }) => !isClosed) ?? first;
}

/** Returns the name of the column, element or field in which a file names its account. Programs are told "account" instead. */
function placeOfAccount({ family, accountColumn }: StatementHead): string {
  if (family === "csv") return accountColumn || "IBAN";
  return family === "mt940" ? ":25:" : "Acct/Id";
}

/** Returns the account of a file that names none: the chosen one, or the partner's only one. */
function accountOfUnnamed(
  known: readonly StatementAccount[],
  statement: StatementHead,
  chosen: string,
  asked: AskedPerson | undefined,
): StatementAccount {
  const { line } = statement;
  const fitting = known.filter(({ iban }) => (chosen === "" ? !isQRIBAN(iban) : iban === chosen));
  const accounts = asked && chosen === "" ? asked.offered : fitting.map(asOffered);
  // An account's earlier numbers precede the one in force.
  const newest = fitting.at(-1);
  // A person may mean an account that cannot be used yet.
  const isClear = accounts.every(({ usableFrom }) => usableFrom === null);
  if (newest && isClear && fitting.every(({ bankAccountId }) => bankAccountId === newest.bankAccountId)) return newest;
  const open = fitting.filter(({ isClosed }) => !isClosed);
  if (newest && chosen !== "" && asked) {
    const isChosen = ({ companyId }: StatementAccount) => companyId === asked.companyId;
    return open.find(isChosen) ?? fitting.find(isChosen) ?? open[0] ?? newest;
  }
  if (asked && accounts.length > 0) refuseOtherCurrency(statement, accounts, []);
  const reason = accounts.length > 0 ? "which_account" : "unknown_account";
  throw new StatementRefusal(reason, line, "account", chosen.slice(0, 40), { question: asking(statement, accounts) });
}

/** Returns the file's question with the accounts to choose from. */
export function asking({ question, namedCurrency }: StatementHead, accounts: readonly OfferedAccount[]): CsvQuestion | undefined {
  return question && { ...question, accounts: [...accounts], ...(namedCurrency && { currency: namedCurrency.currency }) };
}

function asOffered({
  iban,
  companyId,
  companyName,
  holder,
  currency,
  statementCurrencies,
}: Omit<StatementAccount, "bankAccountId" | "isClosed">): OfferedAccount {
  return { iban, companyId, companyName, holder, currency, statementCurrencies, usableFrom: null };
}

/** Throws a `StatementRefusal` if none of the accounts can be in the currency that the file names. `instead`: accounts to choose in that case. */
function refuseOtherCurrency(statement: StatementHead, accounts: readonly AccountCurrencies[], instead: readonly OfferedAccount[]): void {
  const { namedCurrency } = statement;
  if (!namedCurrency || accounts.flatMap(possibleCurrencies).includes(namedCurrency.currency)) return;
  const { currency, line, element } = namedCurrency;
  const known = [...new Set(accounts.flatMap(knownCurrencies))].join(", ");
  throw new StatementRefusal("not_in_currency_of_account", line, element, currency, {
    question: asking(statement, instead),
    accountCurrency: known,
  });
}

/**
 * Whether a bank's own notation of an account means this IBAN: a German `12345678/23456` contains the IBAN's bank code and number, a
 * British `209561/87654321` is the IBAN's end. A bank's name before the number, as in `TRIODOSBANK/0310002190`, is no part of the IBAN.
 */
function isNotationOf(iban: string, account: string): boolean {
  if (iban === account) return true;
  const [first = "", second] = account.toUpperCase().split("/");
  const numberAndCurrency = (second ?? first).replace(/[^A-Z0-9]/g, "");
  const number = numberAndCurrency.replace(/[A-Z]{3}$/, "");
  const prefix = second === undefined ? "" : first.replace(/[^A-Z0-9]/g, "");
  const bankCode = /^\d+$/.test(prefix) ? prefix : "";
  if (isOtherBank(prefix, iban)) return false;
  const withoutCheckDigits = iban.slice(4);
  const padded = number.padStart(withoutCheckDigits.length - bankCode.length, "0");
  if (bankCode !== "" && withoutCheckDigits === bankCode + padded) return true;
  return number.length >= SHORTEST_NUMBER && withoutCheckDigits.endsWith(bankCode + number);
}

/** Whether a BIC before the number names another country, or another bank in countries whose IBANs contain the BIC's bank. */
function isOtherBank(prefix: string, iban: string): boolean {
  const [, bank = "", country = ""] = /^([A-Z]{4})([A-Z]{2})[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.exec(prefix) ?? [];
  if (!COUNTRIES.has(country)) return false;
  return country !== iban.slice(0, 2) || (WITH_BANK_OF_BIC.has(country) && bank !== iban.slice(4, 8));
}

/** Countries of companies' banks. Other letters in a bank's name, as in `TRIODOSBANK`, are no BIC. */
const COUNTRIES = new Set(["AT", "BE", "CH", "DE", "FR", "GB", "IE", "IT", "LU", "NL"]);
/** Countries whose IBANs contain the first four letters of the bank's BIC. */
const WITH_BANK_OF_BIC = new Set(["GB", "IE", "NL"]);

/** Minimum length of an account's number. A shorter one could match the end of many IBANs. */
const SHORTEST_NUMBER = 7;
