import { and, count, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { prepared } from "@/db/prepared";
import { only } from "@/db/rows";
import { bankTransactions } from "@/db/schema/bank-transactions";
import { payoutItems, payouts } from "@/db/schema/payouts";
import { type Actor, visibleToAsker, visibleValues } from "@/server/actor";
import { whereInTab } from "@/server/bank/payments/list-transactions";
import type { Home } from "./home";

/** Counts payments that a person put off, and refunds in files of which nobody, and no statement, says yet that they were paid. */
export async function countSetAside(db: Database, actor: Actor): Promise<Home["needsMe"]["setAside"]> {
  const values = visibleValues(actor);
  const [later, unpaid] = await Promise.all([paymentsForLater(db).execute(values), unpaidRefunds(db).execute(values)]);
  return { later: only(later).count, unpaidRefunds: only(unpaid).count };
}

const paymentsForLater = prepared((db) =>
  db
    .select({ count: count() })
    .from(bankTransactions)
    .where(and(visibleToAsker(bankTransactions), whereInTab("later")))
    .prepare("count_payments_for_later"),
);

const unpaidRefunds = prepared((db) =>
  db
    .select({ count: count() })
    .from(payoutItems)
    .innerJoin(payouts, and(eq(payouts.partnerId, payoutItems.partnerId), eq(payouts.id, payoutItems.payoutId)))
    .where(and(visibleToAsker(payouts), eq(payoutItems.status, "ordered")))
    .prepare("count_unpaid_refunds"),
);
