import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { bankStatements, repeatedEntries } from "@/db/schema/bank-statements";
import { type Actor, withinCompany } from "@/server/actor";
import { bookAsSeen, setAside } from "@/server/bank/payments/decide-transaction";
import { setCategory } from "@/server/bank/payments/set-category";
import { showsCounted } from "@/server/domain/rules/statement-list";
import { newId } from "@/server/platform/id";
import { givenCompany } from "@/server/testing/given";
import { givenBankingCompany, givenBilled } from "@/server/testing/given-statement";
import { mt940File } from "@/server/testing/mt940-files";
import { camtFile } from "@/server/testing/statement-files";
import { countEntries } from "./count-entries";
import { beginEntriesExport, type EntryExport, entryColumns } from "./export-entries";
import { getStatement } from "./get-statement";
import { type EntryQuery, listEntries } from "./list-entries";
import type { EntryFilter } from "./statement-rows";

type Bank = Awaited<ReturnType<typeof givenBankingCompany>>;

const keys = new Proxy({}, { get: (_, name) => String(name) });
/** Words that are their own keys. */
const words = { headers: keys, outcomes: keys, categories: keys, chargeOfBank: "chargeOfBank" } as EntryExport["words"];

/** The rows of the exported file, each with its cells by column. */
async function exportedRows({ partner }: Bank, statementId: string, filter: EntryFilter) {
  let text = "";
  const { pieces } = await beginEntriesExport(db, partner.actor, { statementId, filter, locale: "en", words });
  for await (const piece of pieces) text += piece;
  const [, ...rows] = text.trim().split("\r\n");
  return rows.map((row) => {
    const cells = row.split(",").map((cell) => cell.replace(/^"|"$/g, ""));
    return Object.fromEntries(entryColumns.map((column, index) => [column, cells[index]]));
  });
}

/** The ids of the partner's statements, in the order of their arrival. */
async function statementsOf({ partner }: Bank) {
  const found = await db
    .select({ id: bankStatements.id })
    .from(bankStatements)
    .where(eq(bankStatements.partnerId, partner.id))
    .orderBy(bankStatements.id);
  return found.map(({ id }) => id);
}

const all: Omit<EntryQuery, "statementId"> = {
  ...{ outcome: null, category: null, sort: "place", direction: "asc", pageNumber: null, pageSize: 50, paymentId: null },
};

/** A statement with one entry of each outcome, and `extra` ones. */
async function givenStatement(extra: Parameters<Bank["told"]>[0] = []) {
  const bank = await givenBankingCompany();
  const { invoice, reference } = await givenBilled(bank, { amountCents: 4_500 });
  await bank.told([
    ...extra,
    { cents: 4_500, reference, name: "Ada" },
    { cents: 700, name: "Somebody", text: "hello" },
    { cents: -38_000, name: "Landlord", text: "rent" },
    { cents: 900, name: "Stranger", text: "not ours" },
    { cents: -250, name: "bank", text: "fees" },
  ]);
  const payments = await bank.transactions();
  const idOf = (name: string) => payments.find((payment) => payment.name === name)?.id ?? "";
  await setAside(db, bank.partner.actor, { transactionId: idOf("Stranger"), seenDecisions: 0 }, "to_return");
  await setCategory(db, bank.partner.actor, { transactionId: idOf("Landlord"), seenDecisions: 0 }, { category: "rent", text: null });
  const [statementId = ""] = await statementsOf(bank);
  const list = async (query: Partial<EntryQuery> = {}) => {
    const { entries, pageNumber } = await listEntries(db, bank.partner.actor, { ...all, statementId, ...query });
    return { names: entries.map(({ name }) => name), entries, pageNumber };
  };
  const rowsOf = (filter: EntryFilter) => exportedRows(bank, statementId, filter);
  return { ...bank, invoice, idOf, statementId, list, rowsOf };
}

test("a statement lists its entries in the order of its file, with what became of each and the invoices", async () => {
  const { invoice, list } = await givenStatement();
  const { entries } = await list();
  expect(entries.map(({ name, amountCents, outcome, category }) => [name, amountCents, outcome, category])).toEqual([
    ["Ada", 4_500, "booked", null],
    ["Somebody", 700, "open", null],
    ["Landlord", -38_000, "noted", "rent"],
    ["Stranger", 900, "to_return", null],
    ["bank", -250, "noted", null],
  ]);
  expect(entries[0]?.invoices).toEqual([
    expect.objectContaining({
      kind: "paid",
      invoiceId: invoice.id,
      externalInvoiceNumber: invoice.externalInvoiceNumber,
      amountCents: 4_500,
    }),
  ]);
  expect(entries.slice(1).flatMap(({ invoices }) => invoices)).toEqual([]);
});

test("the list is filtered by outcome and category, and sorted by name and amount in both directions", async () => {
  const { list } = await givenStatement();
  expect((await list({ outcome: "noted" })).names).toEqual(["Landlord", "bank"]);
  expect((await list({ outcome: "open" })).names).toEqual(["Somebody"]);
  expect((await list({ category: "rent" })).names).toEqual(["Landlord"]);
  expect((await list({ category: "none" })).names).toEqual(["bank"]);
  expect((await list({ outcome: "booked", category: "rent" })).names).toEqual([]);
  expect((await list({ sort: "name" })).names).toEqual(["Ada", "bank", "Landlord", "Somebody", "Stranger"]);
  expect((await list({ sort: "amount" })).names).toEqual(["Landlord", "bank", "Somebody", "Stranger", "Ada"]);
  expect((await list({ sort: "amount", direction: "desc" })).names).toEqual(["Ada", "Stranger", "Somebody", "bank", "Landlord"]);
  expect((await list({ direction: "desc" })).names).toEqual(["bank", "Stranger", "Landlord", "Somebody", "Ada"]);
});

test("a file that begins with the newest entry is listed in its order, and sorted by day", async () => {
  const bank = await givenBankingCompany();
  await bank.told([
    { cents: -300, name: "third", on: "2026-11-25" },
    { cents: -200, name: "second", on: "2026-11-24" },
    { cents: -100, name: "first", on: "2026-11-23" },
  ]);
  const [statementId = ""] = await statementsOf(bank);
  const names = async (query: Partial<EntryQuery>) =>
    (await listEntries(db, bank.partner.actor, { ...all, statementId, ...query })).entries.map(({ name }) => name);
  expect(await names({})).toEqual(["third", "second", "first"]);
  expect(await names({ sort: "day" })).toEqual(["first", "second", "third"]);
  expect(await names({ sort: "day", direction: "desc" })).toEqual(["third", "second", "first"]);
  const wanted: EntryExport = { statementId, filter: { outcome: null, category: null }, locale: "en", words };
  expect((await beginEntriesExport(db, bank.partner.actor, wanted)).statement).toMatchObject({ iban: bank.iban, closingOn: "2026-11-25" });
});

test("a charge that was split off from a returned debit is worded in the exported file", async () => {
  const bank = await givenBankingCompany();
  await bank.told([{ cents: -1_300, chargesCents: 300, isReversal: true, returnReason: "AM04", name: "Ada", text: "returned" }]);
  const [statementId = ""] = await statementsOf(bank);
  const rows = await exportedRows(bank, statementId, { outcome: null, category: null });
  expect(rows.map(({ amountCents, text }) => [amountCents, text])).toEqual([
    ["-1000", "returned"],
    ["-300", "chargeOfBank"],
  ]);
});

test("counts and sums of each filter are those of its list", async () => {
  const { partner, statementId, list } = await givenStatement();
  const counts = await countEntries(db, partner.actor, statementId);
  for (const outcome of [null, "open", "booked", "noted", "to_return", "later"] as const) {
    for (const category of [null, "rent", "none"] as const) {
      const { entries } = await list({ outcome, category });
      const counted = counts.filter((each) => (!outcome || each.outcome === outcome) && (!category || each.category === category));
      expect([counted.reduce((sum, { count }) => sum + count, 0), counted.reduce((sum, { amountCents }) => sum + amountCents, 0)]).toEqual([
        entries.length,
        entries.reduce((sum, { amountCents }) => sum + amountCents, 0),
      ]);
    }
  }
});

/** The statement with 80.00 from Bo besides, 72.00 of it booked and 8.00 set aside as a donation. */
async function givenDonation() {
  const given = await givenStatement([{ cents: 8_000, name: "Bo", text: "Membership and a gift" }]);
  const { partner, idOf } = given;
  const { invoice } = await givenBilled(given, { amountCents: 7_200 });
  const seen = (seenDecisions: number) => ({ transactionId: idOf("Bo"), seenDecisions });
  await bookAsSeen(db, partner.actor, seen(0), [{ invoiceId: invoice.id, amountCents: 7_200 }]);
  await setAside(db, partner.actor, seen(1), "noted");
  await setCategory(db, partner.actor, seen(2), { category: "donations", text: null });
  return { ...given, invoice };
}

/** Filters of a statement's list, with its sum in cents as the page adds it up. */
async function sumsOf({ partner, statementId }: Awaited<ReturnType<typeof givenStatement>>) {
  const counts = await countEntries(db, partner.actor, statementId);
  return ([null, "booked", "noted", "to_return", "open"] as const).flatMap((outcome) =>
    ([null, "donations", "rent"] as const).map((category) => {
      const filter = { outcome, category };
      const listed = counts.filter((each) => (!outcome || each.outcome === outcome) && (!category || each.category === category));
      return { filter, cents: listed.reduce((sum, each) => sum + (showsCounted(filter) ? each.countedCents : each.amountCents), 0) };
    }),
  );
}

test("of a payment that is booked in part, a statement lists the whole with its parts, and under a filter what is left", async () => {
  const given = await givenDonation();
  const { partner, invoice, idOf, list } = given;
  const [bo] = (await list()).entries;
  expect(bo).toMatchObject({ name: "Bo", amountCents: 8_000, countedCents: 800, outcome: "noted", category: "donations" });
  expect(bo?.invoices).toMatchObject([{ kind: "paid", invoiceId: invoice.id, amountCents: 7_200 }]);
  for (const { filter, cents } of await sumsOf(given)) {
    const { entries } = await list(filter);
    const shown = entries.map((entry) => (showsCounted(filter) ? entry.countedCents : entry.amountCents));
    expect(shown.reduce((sum, each) => sum + each, 0)).toBe(cents);
  }
  const sums = new Map((await sumsOf(given)).map(({ filter: { outcome, category }, cents }) => [`${outcome} ${category}`, cents]));
  expect(sums.get("null donations")).toBe(800);
  expect(sums.get("noted donations")).toBe(800);
  // 8.00 of 80.00, less rent and fees.
  expect(sums.get("noted null")).toBe(800 - 38_000 - 250);
  expect(sums.get("null null")).toBe(8_000 + 4_500 + 700 - 38_000 + 900 - 250);
  expect((await list({ sort: "amount", direction: "desc" })).names[0]).toBe("Bo");
  await setAside(db, partner.actor, { transactionId: idOf("Stranger"), seenDecisions: 1 }, "noted");
  const byAmount = { sort: "amount", outcome: "noted" } as const;
  expect((await list(byAmount)).names).toEqual(["Landlord", "bank", "Bo", "Stranger"]);
  expect(await list({ ...byAmount, pageSize: 3, paymentId: idOf("Stranger") })).toMatchObject({ names: ["Stranger"], pageNumber: 2 });
});

test("the exported file adds up to the sum of the list with the same filter, and tells booked money from what is left", async () => {
  const given = await givenDonation();
  const { idOf, list, rowsOf } = given;
  for (const { filter, cents } of await sumsOf(given)) {
    const rows = await rowsOf(filter);
    expect(rows.reduce((sum, row) => sum + Number(row.amountCents), 0)).toBe(cents);
    expect(rows).toHaveLength((await list(filter)).entries.length);
    for (const row of rows) {
      const { amountCents } = (await list()).entries.find(({ id }) => id === row.id) ?? {};
      expect(Number(row.bookedCents) + Number(row.leftCents)).toBe(amountCents);
    }
  }
  const whole = await rowsOf({ outcome: null, category: null });
  expect(whole.find(({ id }) => id === idOf("Bo"))).toMatchObject({
    amount: "80.00",
    booked: "72.00",
    left: "8.00",
    category: "donations",
  });
  expect(whole.find(({ id }) => id === idOf("Ada"))).toMatchObject({ amount: "45.00", booked: "45.00", left: "0.00" });
  expect(whole.find(({ id }) => id === idOf("Landlord"))).toMatchObject({ amount: "-380.00", booked: "0.00", left: "-380.00" });
  const [donation] = await rowsOf({ outcome: null, category: "donations" });
  expect(donation).toMatchObject({ amount: "8.00", booked: "72.00", left: "8.00" });
});

test("the page that contains a payment is found, in each order and filter; otherwise the first page is shown", async () => {
  const { idOf, list } = await givenStatement();
  const paged = { pageSize: 2 };
  expect(await list({ ...paged, paymentId: idOf("bank") })).toMatchObject({ names: ["bank"], pageNumber: 3 });
  expect(await list({ ...paged, paymentId: idOf("bank"), sort: "name" })).toMatchObject({ names: ["Ada", "bank"], pageNumber: 1 });
  expect(await list({ ...paged, paymentId: idOf("bank"), outcome: "noted" })).toMatchObject({ pageNumber: 1 });
  expect(await list({ ...paged, paymentId: idOf("Ada"), outcome: "noted" })).toMatchObject({ names: ["Landlord", "bank"], pageNumber: 1 });
  expect(await list({ ...paged, paymentId: idOf("bank"), pageNumber: 2 })).toMatchObject({
    names: ["Landlord", "Stranger"],
    pageNumber: 2,
  });
});

test("the balances of a statement and the sums of its entries agree", async () => {
  const { partner, statementId } = await givenStatement();
  const { openingCents, incomingCents, outgoingCents, closingCents, unlistedEntries, entries, firstOn, lastOn } = await getStatement(
    db,
    partner.actor,
    statementId,
  );
  expect({ incomingCents, outgoingCents, unlistedEntries, entries, firstOn, lastOn }).toEqual({
    ...{ incomingCents: 6_100, outgoingCents: -38_250, unlistedEntries: 0, entries: 5, firstOn: "2026-11-25", lastOn: "2026-11-25" },
  });
  expect((openingCents ?? 0) + incomingCents + outgoingCents).toBe(closingCents);
});

test("entries that an earlier statement contained are listed as counted there, and only once per statement", async () => {
  const bank = await givenBankingCompany();
  const { iban, partner, store } = bank;
  const entries = [
    { cents: 100, name: "Ada" },
    { cents: 200, name: "Bo" },
  ];
  await bank.told([entries[0] ?? { cents: 0 }], { style: "notification8", id: "N1" });
  await bank.told(entries);
  await store(mt940File({ iban, entries }));
  const [first = "", second = "", third = ""] = await statementsOf(bank);
  const list = async (statementId: string) => {
    const listed = await listEntries(db, partner.actor, { ...all, statementId });
    return listed.entries.map(({ name, outcome, countedIn }) => [name, outcome, countedIn?.statementId ?? null]);
  };
  expect(await list(first)).toEqual([["Ada", "open", null]]);
  expect(await list(second)).toEqual([
    ["Ada", "repeated", first],
    ["Bo", "open", null],
  ]);
  expect(await list(third)).toEqual([
    ["Ada", "repeated", first],
    ["Bo", "repeated", second],
  ]);
  for (const statementId of [second, third]) {
    const { incomingCents, unlistedEntries } = await getStatement(db, partner.actor, statementId);
    expect({ incomingCents, unlistedEntries }).toEqual({ incomingCents: 300, unlistedEntries: 0 });
  }
});

test("entries whose repeat was not recorded are counted as not listed", async () => {
  const bank = await givenBankingCompany();
  await bank.told([{ cents: 100 }, { cents: 200, name: "Bo" }]);
  const [first] = await db.select().from(bankStatements).where(eq(bankStatements.partnerId, bank.partner.id));
  if (!first) throw new Error("The statement is missing");
  // As stored by an earlier version, which recorded no repeats.
  const id = newId();
  await db.insert(bankStatements).values({ ...first, id, family: "mt940" });
  const { unlistedEntries, incomingCents, openingCents, closingCents } = await getStatement(db, bank.partner.actor, id);
  expect({ unlistedEntries, incomingCents }).toEqual({ unlistedEntries: 2, incomingCents: 0 });
  expect((closingCents ?? 0) - (openingCents ?? 0)).toBe(300);
  expect(await listEntries(db, bank.partner.actor, { ...all, statementId: id })).toMatchObject({ entries: [] });
});

test("a statement that comes again in another file has each entry once", async () => {
  const bank = await givenBankingCompany();
  await bank.told([{ cents: 100 }, { cents: 200, name: "Bo" }]);
  await bank.store(`${camtFile([{ iban: bank.iban, entries: [{ cents: 100 }, { cents: 200, name: "Bo" }] }])}\n`);
  const [statementId = "", ...others] = await statementsOf(bank);
  expect(others).toEqual([]);
  const { entries } = await listEntries(db, bank.partner.actor, { ...all, statementId });
  expect(entries.map(({ amountCents, outcome }) => [amountCents, outcome])).toEqual([
    [100, "open"],
    [200, "open"],
  ]);
});

test("the payments of a batch are rows of their own, with the batch's sum", async () => {
  const bank = await givenBankingCompany();
  await bank.told([{ cents: 300, batch: [{ cents: 100 }, { cents: 200 }] }, { cents: 50 }]);
  const [statementId = ""] = await statementsOf(bank);
  const { entries } = await listEntries(db, bank.partner.actor, { ...all, statementId });
  const batch = { amountCents: 300, payments: 2 };
  expect(entries.map((entry) => [entry.amountCents, entry.batch])).toEqual([
    [100, batch],
    [200, batch],
    [50, null],
  ]);
});

test("a statement of another company or partner is not found, and its entries are not listed", async () => {
  const { partner, statementId } = await givenStatement();
  const stranger = await givenBankingCompany();
  const other = await givenCompany(partner);
  for (const actor of [stranger.partner.actor, withinCompany(partner.actor, other.id)]) {
    const refusal = { code: "invalid_bank_statement_id" };
    await expect(getStatement(db, actor, statementId)).rejects.toMatchObject(refusal);
    await expect(listEntries(db, actor, { ...all, statementId })).rejects.toMatchObject(refusal);
    await expect(countEntries(db, actor, statementId)).rejects.toMatchObject(refusal);
    await expect(beginEntriesExport(db, actor, { statementId } as EntryExport)).rejects.toMatchObject(refusal);
  }
});

test("an entry of a statement of another company is listed and summed only for those who see that company", async () => {
  const bank = await givenBankingCompany();
  const { partner } = bank;
  const other = await givenBankingCompany(partner);
  await bank.told([{ cents: 100, name: "Ada" }]);
  await other.told([{ cents: 200, name: "Bo" }]);
  const [statementId = ""] = await statementsOf(bank);
  const theirs = (await bank.transactions()).find(({ name }) => name === "Bo");
  // As after a change of account, when a statement repeats an entry that came when the account was the other company's.
  await db.insert(repeatedEntries).values({ partnerId: partner.id, statementId, entryId: theirs?.entryId ?? "", line: 9 });
  const seen = async (actor: Actor) => {
    const { entries } = await listEntries(db, actor, { ...all, statementId });
    const counts = await countEntries(db, actor, statementId);
    const { incomingCents } = await getStatement(db, actor, statementId);
    return { names: entries.map(({ name }) => name), counted: counts.reduce((sum, { count }) => sum + count, 0), incomingCents };
  };
  expect(await seen(partner.actor)).toEqual({ names: ["Ada", "Bo"], counted: 2, incomingCents: 300 });
  expect(await seen(withinCompany(partner.actor, bank.company.id))).toEqual({ names: ["Ada"], counted: 1, incomingCents: 100 });
});

test("the exported file has the filtered rows in the order of the statement, with outcome, category and invoices", async () => {
  const { rowsOf, invoice } = await givenStatement();
  const rows = await rowsOf({ outcome: null, category: null });
  expect(rows).toHaveLength(5);
  expect(rows[0]).toMatchObject({
    outcome: "booked",
    category: "",
    invoices: invoice.externalInvoiceNumber,
    amount: "45.00",
    amountCents: "4500",
  });
  expect(rows[2]).toMatchObject({ outcome: "noted", category: "rent", invoices: "", amount: "-380.00", amountCents: "-38000" });
  expect(await rowsOf({ outcome: "to_return", category: null })).toHaveLength(1);
});

test("each exported row names its statement twice: by the bank's number and by our reference, which the page shows", async () => {
  const { statementId, rowsOf, list } = await givenStatement();
  const rows = await rowsOf({ outcome: null, category: null });
  expect(rows).toHaveLength((await list()).entries.length);
  for (const { statementNumber, statementReference } of rows) {
    expect(statementNumber).not.toBe("");
    expect(statementReference).toBe(statementId.slice(-8));
  }
});
