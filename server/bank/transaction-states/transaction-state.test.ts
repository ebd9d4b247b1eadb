import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { only } from "@/db/rows";
import { type BankTransactionState, bankTransactionState, bankTransactions } from "@/db/schema/bank-transactions";
import { givenBankingCompany } from "@/server/testing/given-statement";
import { holdBack, recordDecision, recordWithdrawn, releaseForMatching } from "./transaction-state";

const states = bankTransactionState.enumValues;

describe("a payment on a bank statement", () => {
  test.each<[BankTransactionState, BankTransactionState[]]>([
    ["waiting", ["new", "withdrawn"]],
    ["new", ["waiting", "open", "noted", "booked", "withdrawn"]],
    ["open", ["later", "to_return", "noted", "booked", "withdrawn"]],
    ["later", ["open", "to_return", "noted", "booked", "withdrawn"]],
    ["noted", ["open", "later", "to_return", "booked", "withdrawn"]],
    ["to_return", ["open", "later", "noted", "booked", "returned", "withdrawn"]],
    ["booked", ["open"]],
    ["returned", ["to_return"]],
    ["withdrawn", []],
  ])("that is %s becomes one of %j, and no other", async (from, following) => {
    const company = await givenBankingCompany();
    await company.told([{ cents: 4_500, name: "Ada Brandsma" }]);
    const { id } = only(await company.transactions());
    const reached: BankTransactionState[] = [];
    for (const to of states) if (await isReached(from, to)) reached.push(to);
    expect(reached.sort()).toEqual(following.sort());

    function isReached(state: BankTransactionState, to: BankTransactionState): Promise<boolean> {
      const wherePayment = eq(bankTransactions.id, id);
      return db
        .transaction(async (tx) => {
          await tx.update(bankTransactions).set({ state }).where(wherePayment);
          if (to === "new") await releaseForMatching(tx, wherePayment);
          else if (to === "waiting") await holdBack(tx, wherePayment);
          else if (to === "withdrawn") await recordWithdrawn(tx, wherePayment);
          else await recordDecision(tx, company.partner.actor, { partnerId: company.partner.id, id }, to);
          const now = only(await tx.select({ state: bankTransactions.state }).from(bankTransactions).where(wherePayment));
          throw new Undone(String(now.state === to));
        })
        .catch((error: unknown) => {
          if (error instanceof Undone) return error.message === "true" && state !== to;
          if (error instanceof Error && error.message.includes("cannot become")) return false;
          throw error;
        });
    }
  });
});

/** Error that rolls a transaction back. */
class Undone extends Error {}
