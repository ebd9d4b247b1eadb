import { and, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { bankTransactions, countedCents } from "@/db/schema/bank-transactions";
import { type Actor, visibleTo, withinCompany } from "@/server/actor";
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
  const limitedActor = withinCompany(actor, companyId);
  const { currency } = bankTransactions;
  const [toDecide, toGiveBack] = await Promise.all([
    db
      .select({
        currency,
        count: sql`count(*)`.mapWith(Number),
        amountCents: sql`sum(${countedCents})`.mapWith(Number),
      })
      .from(bankTransactions)
      .where(and(visibleTo(limitedActor, bankTransactions), whereInTab("open")))
      .groupBy(currency)
      .orderBy(currency),
    db.execute<{ currency: string; count: string; amountCents: string }>(
      sql`select currency, count(*) as count, sum("amountCents") as "amountCents" from (${owedMoney(limitedActor)}) owed group by currency order by currency`,
    ),
  ]);
  return {
    toDecide: addUp(toDecide),
    toGiveBack: addUp(toGiveBack.map((row) => ({ ...row, count: Number(row.count), amountCents: Number(row.amountCents) }))),
  };
}

function addUp(currencies: (WaitingMoney["amounts"][number] & { count: number })[]): WaitingMoney {
  return {
    count: currencies.reduce((sum, { count }) => sum + count, 0),
    amounts: currencies.map(({ currency, amountCents }) => ({ currency, amountCents })),
  };
}
