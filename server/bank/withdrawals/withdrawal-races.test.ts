import { and, asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { bankStatements } from "@/db/schema/bank-statements";
import { bankTransactions } from "@/db/schema/bank-transactions";
import { securityEvents } from "@/db/schema/security-events";
import { statementWaits } from "@/db/schema/statement-waits";
import { bookAsSeen } from "@/server/bank/payments/decide-transaction";
import { matchNewTransactions } from "@/server/bank/payments/match-new-transactions";
import { acceptStatement } from "@/server/bank/statements/accept-statement";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { givenBankingCompany, givenBilled } from "@/server/testing/given-statement";
import { sizeOf } from "@/server/testing/size-of";
import { camtFile } from "@/server/testing/statement-files";
import { untilWaiting } from "@/server/testing/until-waiting";
import { withdrawStatement } from "./withdraw-statement";

const reason = "wrong account";

/** An account with one statement of two payments, the first of 45.00, and an invoice of that amount. */
async function given() {
  const company = await givenBankingCompany();
  const { partner, iban } = company;
  const { invoice, reference } = await givenBilled(company, { amountCents: 4_500 });
  const file = camtFile([
    {
      iban,
      entries: [
        { cents: 4_500, bankReference: "B1" },
        { cents: 700, bankReference: "B2" },
      ],
    },
  ]);
  const live = async () => (await db.select().from(bankStatements).where(eq(bankStatements.partnerId, partner.id))).toReversed();
  const outstanding = async () => (await getInvoice(db, partner.actor, invoice.id)).amountTotalCents;
  const withdraw = (statementId: string) => withdrawStatement(db, partner.actor, { statementId, reason });
  const states = async () => (await company.transactions()).map(({ state }) => state);
  return { ...company, invoice, reference, file, live, outstanding, withdraw, states };
}

const rounds = (count: number) => [...Array(count).keys()];
const codeOf = (outcome: PromiseSettledResult<unknown>) =>
  outcome.status === "fulfilled" ? "done" : (outcome.reason as { code?: string }).code;

test("either a withdrawal or a simultaneous booking succeeds", async () => {
  for (const round of rounds(sizeOf({ small: 6, large: 60 }))) {
    const { partner, told, transactions, live, outstanding, withdraw, states, invoice } = await given();
    await told([{ cents: 4_500, bankReference: "B1" }]);
    const [statement] = await live();
    const [payment] = await transactions();
    const book = () =>
      bookAsSeen(db, partner.actor, { transactionId: payment?.id ?? "", seenDecisions: 0 }, [
        { invoiceId: invoice.id, amountCents: 4_500 },
      ]);
    const acts = [() => withdraw(statement?.id ?? ""), book];
    const [first, second] = await Promise.allSettled((round % 2 ? acts : acts.toReversed()).map((act) => act()));
    const outcomes = [first, second].map((outcome) => outcome && codeOf(outcome));
    expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(1);
    const isWithdrawn = (await live())[0]?.withdrawalId !== null;
    expect(outcomes).toContain(isWithdrawn ? "bank_statement_withdrawn" : "bank_statement_decided");
    expect(await states()).toEqual([isWithdrawn ? "withdrawn" : "booked"]);
    expect(await outstanding()).toBe(isWithdrawn ? 4_500 : 0);
  }
});

test("only one of five simultaneous withdrawals succeeds", async () => {
  const { partner, store, file, live, withdraw } = await given();
  await store(file);
  const id = (await live())[0]?.id ?? "";
  const outcomes = await Promise.allSettled(rounds(5).map(() => withdraw(id)));
  expect(outcomes.map(codeOf).sort()).toEqual([...rounds(4).map(() => "bank_statement_withdrawn"), "done"]);
  const where = and(eq(securityEvents.partnerId, partner.id), eq(securityEvents.kind, "bank_statement_withdrawn"));
  expect(await db.$count(securityEvents, where)).toBe(1);
});

test("a statement that is matched while it is withdrawn is either withdrawn completely, or decided and kept", async () => {
  for (const _round of rounds(sizeOf({ small: 4, large: 40 }))) {
    const { partner, iban, store, reference, live, withdraw, states, outstanding } = await given();
    const small = rounds(30).map((index) => ({ cents: 100 + index, bankReference: `V${index}` }));
    await store(camtFile([{ iban, entries: [...small, { cents: 4_500, reference, bankReference: "A1" }] }]));
    const id = (await live())[0]?.id ?? "";
    const [, outcome] = await Promise.allSettled([matchNewTransactions(db, { scope: { partnerId: partner.id }, atOnce: 7 }), withdraw(id)]);
    const isWithdrawn = outcome && codeOf(outcome) === "done";
    if (!isWithdrawn) expect(outcome).toMatchObject({ reason: { code: "bank_statement_decided" } });
    expect(new Set(await states())).toEqual(new Set(isWithdrawn ? ["withdrawn"] : ["open", "booked"]));
    expect(await outstanding()).toBe(isWithdrawn ? 4_500 : 0);
  }
});

test("an acceptance at the same moment as a withdrawal never matches withdrawn payments", async () => {
  for (const round of rounds(4)) {
    const { partner, iban, store, reference, live, withdraw, states, outstanding } = await given();
    await store(camtFile([{ iban, entries: [{ cents: 100, bankReference: "B1" }] }]));
    const next = [{ cents: 4_500, reference, on: "2026-11-26", bankReference: "B2" }];
    await store(camtFile([{ iban, id: "S2", on: "2026-11-26", opening: 1, entries: next }]));
    const id = (await live()).find(({ number }) => number === "S2")?.id ?? "";
    const acts = [() => withdraw(id), () => acceptStatement(db, partner.actor, id)];
    const outcomes = await Promise.allSettled((round % 2 ? acts : acts.toReversed()).map((act) => act()));
    await matchNewTransactions(db, { scope: { partnerId: partner.id } });
    const codes = outcomes.map(codeOf);
    // Accepting first, and withdrawing before the payment is matched, is fine as well.
    if (codes.includes("bank_statement_withdrawn")) {
      const where = and(eq(statementWaits.partnerId, partner.id), eq(statementWaits.statementId, id));
      expect((await db.select().from(statementWaits).where(where)).map(({ acceptedAt }) => acceptedAt)).toEqual([null]);
    } else {
      expect(codes).toEqual(["done", "done"]);
      const events = await db
        .select()
        .from(securityEvents)
        .where(eq(securityEvents.partnerId, partner.id))
        .orderBy(asc(securityEvents.happenedAt));
      const acceptedOrWithdrawn = events.map(({ kind }) => kind).filter((kind) => /accepted|withdrawn/.test(kind));
      expect(acceptedOrWithdrawn).toEqual(["bank_statement_accepted", "bank_statement_withdrawn"]);
    }
    expect((await states()).at(-1)).toBe("withdrawn");
    expect(await outstanding()).toBe(4_500);
  }
});

test("an acceptance that waits for a withdrawal is refused after it", async () => {
  const { partner, iban, store, live, withdraw, transactions } = await given();
  await store(camtFile([{ iban, entries: [{ cents: 100, bankReference: "B1" }] }]));
  const next = [{ cents: 4_500, on: "2026-11-26", bankReference: "B2" }];
  await store(camtFile([{ iban, id: "S2", on: "2026-11-26", opening: 1, entries: next }]));
  const id = (await live()).find(({ number }) => number === "S2")?.id ?? "";
  const paymentId = (await transactions()).at(-1)?.id ?? "";
  const acts: Promise<void>[] = [];
  // While somebody else holds the payment, the withdrawal waits for it, and the acceptance for the withdrawal.
  await db.transaction(async (tx) => {
    await tx.select().from(bankTransactions).where(eq(bankTransactions.id, paymentId)).for("update");
    for (const act of [() => withdraw(id), () => acceptStatement(db, partner.actor, id)]) {
      acts.push(act());
      await untilWaiting(acts.length);
    }
  });
  expect((await Promise.allSettled(acts)).map(codeOf)).toEqual(["done", "bank_statement_withdrawn"]);
});

test("a file that is uploaded while its statement is withdrawn is stored before or as new, never in between", {
  timeout: 120_000,
}, async () => {
  for (const round of rounds(4)) {
    const { store, file, live, withdraw, states } = await given();
    await store(file);
    const id = (await live())[0]?.id ?? "";
    const acts = [() => withdraw(id), () => store(file)] as const;
    const outcomes = await Promise.allSettled((round % 2 ? acts : acts.toReversed()).map((act) => act()));
    expect(outcomes.map(codeOf)).toEqual(["done", "done"]);
    const isStoredAgain = (await live()).length === 2;
    expect(await states()).toEqual(["withdrawn", "withdrawn", ...(isStoredAgain ? ["new", "new"] : [])]);
  }
});

test("an entry that another file brings while its statement is withdrawn counts once", async () => {
  for (const round of rounds(sizeOf({ small: 4, large: 40 }))) {
    const { iban, store, live, withdraw, transactions } = await given();
    const shared = rounds(20).map((index) => ({ cents: 1_000 + index, bankReference: `B${index}` }));
    await store(camtFile([{ iban, entries: [...shared, { cents: 1, bankReference: "alone" }] }]));
    const id = (await live())[0]?.id ?? "";
    const notification = camtFile([{ iban, id: "N", entries: shared }], "notification8");
    const acts = [() => withdraw(id), () => store(notification)] as const;
    const outcomes = await Promise.allSettled((round % 2 ? acts : acts.toReversed()).map((act) => act()));
    const isWithdrawn = (await live()).some(({ withdrawalId }) => withdrawalId !== null);
    expect(outcomes.map(codeOf).sort()).toEqual([isWithdrawn ? "done" : "bank_statement_shared", "done"]);
    const counted = (await transactions()).filter(({ state }) => state !== "withdrawn").map(({ amountCents }) => amountCents);
    const expected = [...(isWithdrawn ? [] : [1]), ...shared.map(({ cents }) => cents)];
    expect(counted.toSorted((one, other) => one - other)).toEqual(expected);
  }
});
