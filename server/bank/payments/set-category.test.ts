import { and, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { only } from "@/db/rows";
import { bankTransactions } from "@/db/schema/bank-transactions";
import { securityEvents } from "@/db/schema/security-events";
import type { PaymentCategory } from "@/server/domain/rules/statement-list";
import { actorOf } from "@/server/tenancy/people/person";
import { givenMember } from "@/server/testing/given-person";
import { givenBankingCompany, givenBilled } from "@/server/testing/given-statement";
import { setAside } from "./decide-transaction";
import { listTransactions } from "./list-transactions";
import { setCategory } from "./set-category";
import { undoDecision } from "./undo-decision";

/** A company with a person who decides, and a statement: a paid invoice, a payment to decide, and two outgoing payments. */
async function givenNoted() {
  const bank = await givenBankingCompany();
  const { partner, told, transactions } = bank;
  const { invoice, reference } = await givenBilled(bank, { amountCents: 4_500 });
  await told([
    { cents: 4_500, reference },
    { cents: 700, name: "Somebody", text: "hello" },
    { cents: -38_000, name: "Landlord", text: "rent" },
    { cents: -250, name: "Bank", text: "fees" },
  ]);
  const [booked, open, rent, fees] = await transactions();
  if (!booked || !open || !rent || !fees) throw new Error("Payments are missing");
  const { person } = await givenMember(partner);
  const actor = actorOf(person, null);
  const say = (id: string, category: PaymentCategory | null, { text = null as string | null, seenDecisions = 0 } = {}) =>
    setCategory(db, actor, { transactionId: id, seenDecisions }, { category, text });
  const row = async (id: string) =>
    only(
      await db
        .select()
        .from(bankTransactions)
        .where(and(eq(bankTransactions.partnerId, partner.id), eq(bankTransactions.id, id))),
    );
  return { ...bank, actor, invoice, booked, open, rent, fees, say, row };
}

test('a payment is set aside as "Other" with its words in one decision, and not without them', async () => {
  const { actor, open, row } = await givenNoted();
  const seen = { transactionId: open.id, seenDecisions: 0 };
  for (const text of [null, " ", "x".repeat(61)])
    await expect(setAside(db, actor, seen, "noted", { category: "other", text })).rejects.toMatchObject({ code: "invalid_category" });
  await expect(setAside(db, actor, seen, "noted", { category: "rent", text: "Boat house" })).rejects.toMatchObject({
    code: "invalid_category",
  });
  await setAside(db, actor, seen, "noted", { category: "other", text: " Boat hire " });
  expect(await row(open.id)).toMatchObject({ state: "noted", category: "other", categoryText: "Boat hire", decisions: 1 });
});

test("a payment is set aside with its category in one decision, which one Undo takes back", async () => {
  const { partner, actor, open, row } = await givenNoted();
  await setAside(db, actor, { transactionId: open.id, seenDecisions: 0 }, "noted", { category: "donations" });
  expect(await row(open.id)).toMatchObject({ state: "noted", category: "donations", decisions: 1, decidedBy: `person:${actor.id}` });
  const [event] = await db
    .select({ before: securityEvents.before, after: securityEvents.after })
    .from(securityEvents)
    .where(and(eq(securityEvents.partnerId, partner.id), eq(securityEvents.kind, "bank_payment_decided")));
  expect(event).toEqual({
    before: { state: "open" },
    after: { bankPayment: open.id, amountCents: 700, state: "noted", category: "donations" },
  });
  await undoDecision(db, actor, { transactionId: open.id, seenDecisions: 1 });
  expect(await row(open.id)).toMatchObject({ state: "open", category: null, decisions: 2 });
  await expect(setAside(db, actor, { transactionId: open.id, seenDecisions: 2 }, "later", { category: "donations" })).rejects.toMatchObject(
    {
      code: "bank_transaction_not_noted",
    },
  );
  expect(await row(open.id)).toMatchObject({ state: "open", category: null });
});

test("a payment without an invoice gets a category, another one, and none again; each is in the security log with its author", async () => {
  const { partner, actor, rent, say, row } = await givenNoted();
  await say(rent.id, "rent");
  expect(await row(rent.id)).toMatchObject({
    category: "rent",
    categoryText: null,
    state: "noted",
    decisions: 1,
    decidedBy: `person:${actor.id}`,
  });
  await say(rent.id, "other", { text: "  Boat house ", seenDecisions: 1 });
  expect(await row(rent.id)).toMatchObject({ category: "other", categoryText: "Boat house" });
  await say(rent.id, null, { seenDecisions: 2 });
  expect(await row(rent.id)).toMatchObject({ category: null, categoryText: null });

  const events = await db
    .select({ before: securityEvents.before, after: securityEvents.after, actor: securityEvents.actor })
    .from(securityEvents)
    .where(and(eq(securityEvents.partnerId, partner.id), eq(securityEvents.kind, "bank_payment_category_set")))
    .orderBy(securityEvents.id);
  const said = (category: string | null) => ({ bankPayment: rent.id, amountCents: -38_000, category });
  expect(events).toEqual([
    { before: { category: null }, after: said("rent"), actor: `person:${actor.id}` },
    { before: { category: "rent" }, after: said("other"), actor: `person:${actor.id}` },
    { before: { category: "other" }, after: said(null), actor: `person:${actor.id}` },
  ]);
});

test("a category changes no invoice, books nothing, and notifies nobody", async () => {
  const { partner, rent, fees, say } = await givenNoted();
  const books = () =>
    db.execute(sql`select
      (select jsonb_agg(l order by l.invoice_id, l.position) from invoice_lines l where l.partner_id = ${partner.id}) as lines,
      (select jsonb_agg(p order by p.id) from payments p where p.partner_id = ${partner.id}) as payments,
      (select jsonb_agg(i order by i.id) from invoices i where i.partner_id = ${partner.id}) as invoices,
      (select count(*) from changes c where c.partner_id = ${partner.id}) as changes,
      (select count(*) from outgoing_messages m where m.partner_id = ${partner.id}) as messages,
      (select count(*) from owed o where o.partner_id = ${partner.id}) as owed`);
  const before = await books();
  await say(rent.id, "rent");
  await say(fees.id, "other", { text: "Card reader" });
  await say(fees.id, null, { seenDecisions: 1 });
  expect(await books()).toEqual(before);
});

test("a payment that is booked or undecided gets no category", async () => {
  const { actor, booked, open, say, row } = await givenNoted();
  await expect(say(booked.id, "donations", { seenDecisions: 1 })).rejects.toMatchObject({ code: "bank_transaction_booked" });
  for (const aside of ["open", "later", "to_return"] as const) {
    const { decisions: seenDecisions } = await row(open.id);
    if (aside !== "open") await setAside(db, actor, { transactionId: open.id, seenDecisions }, aside);
    const { decisions } = await row(open.id);
    await expect(say(open.id, "donations", { seenDecisions: decisions })).rejects.toMatchObject({ code: "bank_transaction_not_noted" });
  }
  await setAside(db, actor, { transactionId: open.id, seenDecisions: 2 }, "noted");
  await say(open.id, "donations", { seenDecisions: 3 });
  expect(await row(open.id)).toMatchObject({ category: "donations" });
});

test("a text belongs to `other` alone, which needs one of at most 60 characters", async () => {
  const { rent, say, row } = await givenNoted();
  await expect(say(rent.id, "other")).rejects.toMatchObject({ code: "invalid_category" });
  await expect(say(rent.id, "other", { text: "  " })).rejects.toMatchObject({ code: "invalid_category" });
  await expect(say(rent.id, "other", { text: "a".repeat(61) })).rejects.toMatchObject({ code: "invalid_category" });
  await expect(say(rent.id, "rent", { text: "Boat house" })).rejects.toMatchObject({ code: "invalid_category" });
  await expect(say(rent.id, null, { text: "Boat house" })).rejects.toMatchObject({ code: "invalid_category" });
  expect(await row(rent.id)).toMatchObject({ category: null, decisions: 0 });
});

test("of two people who say something about the same payment, the second is refused", async () => {
  const { rent, say, row } = await givenNoted();
  const said = await Promise.allSettled([say(rent.id, "rent"), say(rent.id, "salaries")]);
  expect(said.filter(({ status }) => status === "rejected")).toMatchObject([{ reason: { code: "changed_meanwhile" } }]);
  const { category } = await row(rent.id);
  expect(category).toBe(said[0]?.status === "fulfilled" ? "rent" : "salaries");
});

test("saying the same again changes nothing", async () => {
  const { rent, say, row } = await givenNoted();
  await say(rent.id, "rent");
  await say(rent.id, "rent", { seenDecisions: 1 });
  expect(await row(rent.id)).toMatchObject({ category: "rent", decisions: 1 });
});

test("a payment loses its category once it is to be decided again, and the service books nothing on it by itself", async () => {
  const { actor, rent, open, say, row } = await givenNoted();
  await say(rent.id, "rent");
  await undoDecision(db, actor, { transactionId: rent.id, seenDecisions: 1 });
  expect(await row(rent.id)).toMatchObject({ state: "open", category: null });
  await setAside(db, actor, { transactionId: open.id, seenDecisions: 0 }, "noted");
  await say(open.id, "other", { text: "Raffle", seenDecisions: 1 });
  await setAside(db, actor, { transactionId: open.id, seenDecisions: 2 }, "later");
  expect(await row(open.id)).toMatchObject({ state: "later", category: null, categoryText: null });
});

test("a batch with a category stays one payment when another file lists its payments", async () => {
  const { partner, told, transactions } = await givenBankingCompany();
  const batch = { cents: -300, bankReference: "B1" };
  await told([{ ...batch, batchId: "SALARIES-11" }]);
  const [whole] = await transactions();
  await setCategory(db, partner.actor, { transactionId: whole?.id ?? "", seenDecisions: 0 }, { category: "salaries", text: null });
  await told([{ ...batch, batch: [{ cents: -100 }, { cents: -200 }] }], { style: "notification8" });
  expect((await transactions()).map(({ amountCents, category }) => [amountCents, category])).toEqual([[-300, "salaries"]]);
});

test("the desk lists the payments of a category, and those without one", async () => {
  const { partner, rent, fees, say } = await givenNoted();
  await say(rent.id, "rent");
  const list = async (category: "rent" | "salaries" | "none" | null, tab: "noted" | "open" = "noted") => {
    const { entries, totalEntries } = await listTransactions(db, partner.actor, {
      tab,
      companyId: null,
      category,
      pageNumber: 1,
      pageSize: 9,
    });
    expect(entries.length).toBe(totalEntries);
    return entries.map(({ id }) => id);
  };
  expect(await list("rent")).toEqual([rent.id]);
  expect(await list("none")).toEqual([fees.id]);
  expect(await list("salaries")).toEqual([]);
  expect((await list(null)).toSorted()).toEqual([rent.id, fees.id].toSorted());
  expect(await list("rent", "open")).toHaveLength(1);
});
