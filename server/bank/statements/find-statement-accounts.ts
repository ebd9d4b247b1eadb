import { and, asc, eq, isNull, lte } from "drizzle-orm";
import { isQRIBAN } from "ibantools";
import type { Database } from "@/db/client";
import { bankAccountDetails, bankAccounts } from "@/db/schema/bank-accounts";
import { companies } from "@/db/schema/companies";
import { type Actor, visibleTo } from "@/server/actor";
import { clock } from "@/server/platform/clock";
import { type StatementHead, type StatementReason, StatementRefusal } from "./statement";

/** A company's own account. */
export interface StatementAccount {
  companyId: string;
  bankAccountId: string;
  iban: string;
  /** The company's currency. */
  currency: (typeof companies.$inferSelect)["currency"];
  companyName: string;
  isClosed: boolean;
}

/** Lists the accounts that the actor may see, with current and earlier numbers, oldest account first. */
export async function listKnownAccounts(db: Database, actor: Actor): Promise<StatementAccount[]> {
  const found = await db
    .select({
      companyId: bankAccounts.companyId,
      bankAccountId: bankAccounts.id,
      closedAt: bankAccounts.closedAt,
      details: bankAccountDetails,
      currency: companies.currency,
      companyName: companies.name,
    })
    .from(bankAccounts)
    .innerJoin(companies, and(eq(companies.partnerId, bankAccounts.partnerId), eq(companies.id, bankAccounts.companyId)))
    .innerJoin(
      bankAccountDetails,
      and(eq(bankAccountDetails.partnerId, bankAccounts.partnerId), eq(bankAccountDetails.bankAccountId, bankAccounts.id)),
    )
    .where(and(visibleTo(actor, bankAccounts), isNull(bankAccountDetails.withdrawnAt), lte(bankAccountDetails.inForceAt, clock.now(actor))))
    .orderBy(asc(bankAccounts.createdAt), asc(bankAccounts.id), asc(bankAccountDetails.inForceAt));
  return found.flatMap(({ companyId, bankAccountId, currency, companyName, closedAt, details: { iban, qrIban } }) =>
    [iban, qrIban].flatMap((number) =>
      number ? [{ companyId, bankAccountId, iban: number, currency, companyName, isClosed: closedAt !== null }] : [],
    ),
  );
}

/**
 * Returns the account of a statement, by its IBAN or by the bank's own name for it, such as bank code and number. If several companies
 * share the account, returns the first company's that has not closed it. Throws a `StatementRefusal` with `unknown_account`, or
 * `several_accounts` if a number fits more than one account.
 */
export function accountOfStatement(
  known: readonly StatementAccount[],
  { account, line, question }: StatementHead,
  chosen = "",
): StatementAccount {
  if (account === "") return accountOfUnnamed(known, { line, question }, chosen);
  const refused = (reason: StatementReason) => new StatementRefusal(reason, line, "account", account.slice(0, 40), question);
  const fitting = known.filter(({ iban }) => isNotationOf(iban, account));
  const [first] = fitting;
  if (!first) throw refused("unknown_account");
  if (fitting.some(({ iban }) => iban !== first.iban)) throw refused("several_accounts");
  return fitting.find(({ isClosed }) => !isClosed) ?? first;
}

/** Returns the account of a CSV file that does not name one: the chosen account, or the partner's only one. */
function accountOfUnnamed(
  known: readonly StatementAccount[],
  { line, question }: Pick<StatementHead, "line" | "question">,
  chosen: string,
): StatementAccount {
  const fitting = known.filter(({ iban }) => (chosen === "" ? !isQRIBAN(iban) : iban === chosen));
  // An account's earlier numbers precede the one in force.
  const newest = fitting.at(-1);
  if (newest && fitting.every(({ bankAccountId }) => bankAccountId === newest.bankAccountId)) return newest;
  const accounts = fitting.map(({ iban, companyName }) => ({ iban, companyName }));
  const reason = newest ? "which_account" : "unknown_account";
  throw new StatementRefusal(reason, line, "account", chosen.slice(0, 40), question && { ...question, accounts });
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

/** Minimum length of a number. A shorter one could match the end of many IBANs. */
const SHORTEST_NUMBER = 7;
