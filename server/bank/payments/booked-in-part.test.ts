import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { bankTransactions, countedCents } from "@/db/schema/bank-transactions";
import { markPaid } from "@/server/bank/refund-files/end-item";
import { listOwed } from "@/server/bank/refund-files/list-owed";
import { findPaymentAtDesk } from "@/server/billing/invoices/find-payment-at-desk";
import { unbookedCents } from "@/server/billing/payments/unbooked-cents";
import { transactionTabs } from "@/server/domain/rules/transaction-tabs";
import { givenMember } from "@/server/testing/given-person";
import { orderOwed, PAYER } from "@/server/testing/given-refund-file";
import { givenBankingCompany, givenBilled, lookAtDesk } from "@/server/testing/given-statement";
import { countBankWork } from "./count-bank-work";
import { bookAsSeen, setAside } from "./decide-transaction";
import { describeTransaction } from "./describe-transaction";
import { listTransactions, type TransactionQuery } from "./list-transactions";
import { setCategory } from "./set-category";
import { undoDecision } from "./undo-decision";

/** 80.00 came, 72.00 of it is booked; another payment of 5.00 waits, and rent was paid. */
async function givenBookedInPart() {
  const bank = await givenBankingCompany();
  const { partner, told, transactions } = bank;
  const { invoice } = await givenBilled(bank, { amountCents: 7_200 });
  await told([
    { cents: 8_000, name: "Ada", iban: PAYER, text: "Membership and GIFT-2026" },
    { cents: 500, name: "Bo", iban: "" },
    { cents: -38_000, name: "Landlord", text: "rent" },
  ]);
  const { actor } = await givenMember(partner, { role: "administrator" });
  const ada = async () => {
    const payment = (await transactions()).find(({ name }) => name === "Ada");
    if (!payment) throw new Error("The payment is missing");
    return payment;
  };
  const seen = async () => {
    const { id, decisions } = await ada();
    return { transactionId: id, seenDecisions: decisions };
  };
  await bookAsSeen(db, actor, await seen(), [{ invoiceId: invoice.id, amountCents: 7_200 }]);
  const list = (query: Partial<TransactionQuery> = {}) =>
    listTransactions(db, actor, { tab: "open", companyId: null, pageNumber: 1, pageSize: 50, ...query });
  return { ...bank, actor, invoice, ada, seen, list };
}

type Given = Awaited<ReturnType<typeof givenBookedInPart>>;

/** Returns the part of the payment that each tab shows, in cents. Expects each tab's count and sum to be those of its rows. */
async function shownOf({ list, ada }: Given) {
  const { id } = await ada();
  const shown: Record<string, number> = {};
  for (const tab of transactionTabs) {
    const { entries, counts, sums, totalEntries } = await list({ tab });
    const ofTab = { count: counts[tab], total: totalEntries, cents: sums.reduce((cents, sum) => cents + sum.cameCents + sum.wentCents, 0) };
    const cents = entries.reduce((sum, entry) => sum + entry.countedCents, 0);
    expect(ofTab, tab).toEqual({ count: entries.length, total: entries.length, cents });
    for (const entry of entries) if (entry.id === id) shown[tab] = entry.countedCents;
  }
  return shown;
}

test("of a payment that is booked in part, each tab of the desk shows and sums only what is left", async () => {
  const given = await givenBookedInPart();
  const { actor, seen } = given;
  expect(await shownOf(given)).toEqual({ open: 800 });
  for (const aside of ["later", "noted", "to_return"] as const) {
    await setAside(db, actor, await seen(), aside);
    expect(await shownOf(given)).toEqual({ [aside]: 800 });
  }
  const { items } = await orderOwed(given);
  await markPaid(db, actor, items[0]?.id ?? "");
  expect(await shownOf(given)).toEqual({ returned: 800 });
});

test("once all of it is booked, or the booking is undone, a payment shows its whole amount again", async () => {
  const given = await givenBookedInPart();
  const { actor, seen } = given;
  const { invoice } = await givenBilled(given, { amountCents: 800 });
  await bookAsSeen(db, actor, await seen(), [{ invoiceId: invoice.id, amountCents: 800 }]);
  expect(await shownOf(given)).toEqual({ booked: 8_000 });
  await undoDecision(db, actor, await seen());
  expect(await shownOf(given)).toEqual({ open: 8_000 });
});

test("home and the navigation count and sum what the desk lists, and what the page of refunds lists", async () => {
  const { actor, company, seen } = await givenBookedInPart();
  for (const companyId of [null, company.id]) {
    expect(await countBankWork(db, actor, companyId)).toMatchObject({
      toDecide: { count: 2, amounts: [{ currency: "EUR", amountCents: 1_300 }] },
      toGiveBack: { count: 0 },
    });
  }
  await setAside(db, actor, await seen(), "to_return");
  expect(await countBankWork(db, actor)).toEqual({
    toDecide: { count: 1, amounts: [{ currency: "EUR", amountCents: 500 }] },
    toGiveBack: { count: 1, amounts: [{ currency: "EUR", amountCents: 800 }] },
  });
  expect(await listOwed(db, actor, null)).toMatchObject([{ amountCents: 800 }]);
});

test("a donation that came with an invoice's money is a donation of what is left", async () => {
  const { actor, ada, seen, list } = await givenBookedInPart();
  await setAside(db, actor, await seen(), "noted");
  await setCategory(db, actor, await seen(), { category: "donations", text: null });
  const { id } = await ada();
  const { entries, sums } = await list({ tab: "noted", category: "donations" });
  expect(entries).toMatchObject([{ id, amountCents: 8_000, countedCents: 800 }]);
  expect(sums).toMatchObject([{ count: 1, cameCents: 800, wentCents: 0 }]);
  expect(await describeTransaction(db, actor, id)).toMatchObject({ amountCents: 8_000, leftCents: 800 });
});

test("the desk's search finds a payment by its whole amount, and by what is left", async () => {
  const { list } = await givenBookedInPart();
  for (const search of ["80.00", "8,00"]) expect((await list({ search })).entries.map(({ name }) => name)).toEqual(["Ada"]);
  expect((await list({ search: "72.00" })).entries).toEqual([]);
});

test("an invoice that the rest probably pays names what is left", async () => {
  const given = await givenBookedInPart();
  const { invoice } = await givenBilled(given, { amountCents: 800, invoice: { externalInvoiceNumber: "GIFT-2026" } });
  await lookAtDesk(given.partner);
  expect(await findPaymentAtDesk(db, invoice)).toMatchObject({ amountCents: 8_000, countedCents: 800 });
});

test("SQL and TypeScript agree on what is left, in each state but `booked`", async () => {
  const { actor, partner, seen } = await givenBookedInPart();
  for (const aside of [null, "later", "noted", "to_return", "open"] as const) {
    if (aside) await setAside(db, actor, await seen(), aside);
    const rows = await db.select().from(bankTransactions).where(eq(bankTransactions.partnerId, partner.id));
    const counted = await db
      .select({ id: bankTransactions.id, countedCents })
      .from(bankTransactions)
      .where(eq(bankTransactions.partnerId, partner.id));
    expect(new Map(counted.map((row) => [row.id, row.countedCents]))).toEqual(
      new Map(await Promise.all(rows.map(async (row) => [row.id, await unbookedCents(db, row)] as const))),
    );
  }
});
