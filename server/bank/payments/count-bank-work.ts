import { and, count, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { prepared } from "@/db/prepared";
import { bankTransactions, countedCents } from "@/db/schema/bank-transactions";
import { type Actor, visibleToAsker, visibleValues, withinCompany } from "@/server/actor";
import { owedMoney } from "@/server/bank/refund-files/list-owed";
import { whereInTab } from "./list-transactions";

/** Number of waiting payments or refunds, and their sums in each currency, in cents. */
interface WaitingMoney {
  count: number;
  amounts: { currency: string; amountCents: number }[];
}

/** Work that bank statements and overpaid invoices require from people. */
export interface BankWork {
  /** The rows of the desk's first tab, with what is left of payments booked in part. Outgoing payments are negative. */
  toDecide: WaitingMoney;
  /** The rows of the page "Refunds". */
  toGiveBack: WaitingMoney;
}

/** Counts what the desk and the page "Refunds" list, for all companies that the actor sees or for one of them. */
export async function countBankWork(db: Database, actor: Actor, companyId: string | null = null): Promise<BankWork> {
  const values = visibleValues(withinCompany(actor, companyId));
  const [toDecide, toGiveBack] = await Promise.all([moneyToDecide(db).execute(values), moneyToGiveBack(db).execute(values)]);
  return { toDecide: addUp(toDecide), toGiveBack: addUp(toGiveBack) };
}

const moneyToDecide = prepared((db) =>
  db
    .select({ currency: bankTransactions.currency, count: count(), amountCents: sql`sum(${countedCents})`.mapWith(Number) })
    .from(bankTransactions)
    .where(and(visibleToAsker(bankTransactions), whereInTab("open")))
    .groupBy(bankTransactions.currency)
    .orderBy(bankTransactions.currency)
    .prepare("count_money_to_decide"),
);

const moneyToGiveBack = prepared((db) =>
  db
    .select({ currency: sql<string>`owed.currency`, count: count(), amountCents: sql`sum(owed."amountCents")`.mapWith(Number) })
    .from(sql`(${owedMoney(visibleToAsker)}) owed`)
    .groupBy(sql`owed.currency`)
    .orderBy(sql`owed.currency`)
    .prepare("count_money_to_give_back"),
);

function addUp(currencies: (WaitingMoney["amounts"][number] & { count: number })[]): WaitingMoney {
  return {
    count: currencies.reduce((sum, { count }) => sum + count, 0),
    amounts: currencies.map(({ currency, amountCents }) => ({ currency, amountCents })),
  };
}
