import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { statementEntries } from "@/db/schema/bank-statements";
import { csvFile, csvStyles, guessedLayoutOf } from "@/server/testing/csv-files";
import { givenBankingCompany } from "@/server/testing/given-statement";
import { mt940File } from "@/server/testing/mt940-files";
import { camtFile, type MadeEntry, type StatementStyle } from "@/server/testing/statement-files";
import { keepLayout } from "./csv/kept-layouts";

const ada: MadeEntry = { cents: 4_500, name: "Ada Brandsma", iban: "NL02TEST0123456789", text: "October", bankReference: "R1" };
const bo: MadeEntry = { cents: 4_500, name: "Bo Vermeer", iban: "NL20TEST0987654321", text: "November", bankReference: "R2" };
const twins = ["R3", "R4"].map((bankReference): MadeEntry => ({ cents: 500, name: "Dora Lind", text: "Drinks", bankReference }));
const rent: MadeEntry = { cents: -700, name: "Hall", iban: "DE02120300000000202051", text: "Rent", bankReference: "R5" };
const batch: MadeEntry = { cents: 3_000, batch: [{ cents: 1_000 }, { cents: 2_000 }], text: "Collected", bankReference: "R6" };
const all = [ada, bo, ...twins, rent, batch];

/** Entries as MT940 and CSV write them: with references of their own. */
const elsewhere = all.filter(({ batch }) => !batch).map((entry, index) => ({ ...entry, bankReference: `M${index}` }));
const withoutDetails = (file: string) => file.replace(/<NtryDtls>[\s\S]*?<\/NtryDtls>/g, "");

/** One day, as every kind of file contains it. The first two are parts of it. */
const sameDay: Record<string, (iban: string) => string> = {
  "camt.052 of the morning": (iban) => camtFile([{ iban, id: "I1", entries: [ada] }], "intraday8"),
  "camt.052 of noon": (iban) => camtFile([{ iban, id: "I2", entries: [ada, rent, ...twins] }], "intraday8"),
  "camt.052 of the evening": (iban) => camtFile([{ iban, id: "I3", entries: all }], "report8"),
  "camt.052 without details": (iban) => withoutDetails(camtFile([{ iban, id: "I4", entries: all }], "report8")),
  "camt.053": (iban) => camtFile([{ iban, id: "S1", entries: all }]),
  "camt.053 without details": (iban) => withoutDetails(camtFile([{ iban, id: "S2", entries: all }])),
  "camt.054": (iban) => camtFile([{ iban, id: "N1", entries: all }], "notification8"),
  MT940: (iban) => mt940File({ iban, entries: elsewhere }),
  CSV: (iban) => csvFile({ iban, entries: elsewhere }, csvStyles[0]),
};
const kinds = Object.keys(sameDay);

async function given() {
  const bank = await givenBankingCompany();
  const { sheet, layout } = await guessedLayoutOf(sameDay.CSV?.(bank.iban) ?? "");
  await keepLayout(db, bank.partner.actor, sheet.key, layout);
  const report = (entries: MadeEntry[], id: string, style: StatementStyle = "intraday8") =>
    bank.store(camtFile([{ iban: bank.iban, id, entries }], style));
  return {
    ...bank,
    report,
    storeKind: (kind: string) => bank.store(sameDay[kind]?.(bank.iban) ?? "", kind),
    countEntries: () => db.$count(statementEntries, eq(statementEntries.partnerId, bank.partner.id)),
    amounts: async () => (await bank.transactions()).map(({ amountCents }) => amountCents).sort((one, other) => one - other),
  };
}

/** Orders that differ each time, but not from run to run. */
function shuffled(seed: number): string[] {
  let state = seed;
  const keyed = kinds.map((kind) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return { kind, state };
  });
  return keyed.sort((one, other) => one.state - other.state).map(({ kind }) => kind);
}

describe("the same day in camt.052, camt.053, camt.054, MT940 and CSV counts once", () => {
  const orders = [kinds, kinds.toReversed(), ...Array.from({ length: 10 }, (_, seed) => shuffled(seed + 1))];

  test.each(orders.map((order) => [order.join(", "), order] as const))("%s", { timeout: 30_000 }, async (_, order) => {
    const { storeKind, countEntries, transactions, amounts } = await given();
    for (const kind of [...order, ...order]) await storeKind(kind);
    expect(await countEntries()).toBe(all.length);
    expect(await amounts()).toEqual([-700, 500, 500, 1_000, 2_000, 4_500, 4_500]);
    const stored = await transactions();
    expect(stored.filter(({ mayBeDuplicate }) => mayBeDuplicate)).toEqual([]);
    expect(new Set(stored.map(({ name }) => name))).toEqual(new Set(["Ada Brandsma", "Bo Vermeer", "Dora Lind", "Hall"]));
  });
});

test("an intraday report that grows brings only its new entries, also without references", async () => {
  const { report, amounts } = await given();
  const plain = (entries: MadeEntry[]) => entries.map(({ bankReference: _, ...entry }) => entry);
  const counts = [];
  for (const [index, entries] of [[ada], [ada, bo], [ada, bo, ...twins], [ada, bo, ...twins, rent]].entries()) {
    counts.push((await report(plain(entries), `I${index}`)).statements.map(({ newEntries }) => newEntries));
  }
  expect(counts.flat()).toEqual([1, 1, 2, 1]);
  expect((await report(plain([ada, bo, ...twins, rent]), "S1", "plain8")).statements[0]?.newEntries).toBe(0);
  expect(await amounts()).toEqual([-700, 500, 500, 4_500, 4_500]);
});

test("equal entries without references in two reports count once, until the day's statement has both", async () => {
  const { report, amounts } = await given();
  const twin: MadeEntry = { cents: 500, name: "Dora Lind", text: "Drinks" };
  await report([twin], "I1");
  await report([twin], "I2");
  expect(await amounts()).toEqual([500]);
  await report([twin, twin], "S1", "plain8");
  expect(await amounts()).toEqual([500, 500]);
});

test("a report whose entries sum up to 0 does not make the next one count them again", async () => {
  const { report, iban, store, amounts } = await given();
  const paid: MadeEntry = { cents: 500, text: "Drinks" };
  const back: MadeEntry = { cents: -500, text: "Drinks" };
  const openingToday = (file: string) => file.replaceAll("2026-11-24</Dt></Dt></Bal>", "2026-11-25</Dt></Dt></Bal>");
  await store(openingToday(camtFile([{ iban, id: "I1", entries: [paid, back] }], "report8")));
  await store(openingToday(camtFile([{ iban, id: "I2", entries: [paid, back, ada] }], "report8")));
  expect(await amounts()).toEqual([-500, 500, 4_500]);
  await report([paid, back, ada], "S1", "plain8");
  expect(await amounts()).toEqual([-500, 500, 4_500]);
});

describe("a report of several days, then one of its last day alone", () => {
  const on = "2026-11-25";
  const openingOn = (file: string, day: string) => file.replace(/(OPBD[\s\S]*?<Dt><Dt>)[\d-]+/, `$1${day}`);
  const season: MadeEntry = { cents: 4_500, text: "Season", on: "2026-11-23" };
  const paid: MadeEntry = { cents: 500, text: "Drinks", on };
  const back: MadeEntry = { cents: -500, text: "Drinks", on };

  test.each([
    ["whose entries sum to 0", [paid, back], [paid, back], [-500, 500, 4_500]],
    ["which has one more entry by then", [paid, back], [paid, back, { ...paid, cents: 700 }], [-500, 500, 700, 4_500]],
    ["which has an equal entry more by then", [paid, back], [paid, back, paid], [-500, 500, 500, 4_500]],
  ])("%s: each entry counts once, also without references", async (_, first, then, right) => {
    const { iban, store, amounts } = await given();
    await store(openingOn(camtFile([{ iban, id: "I1", on, entries: [season, ...first] }], "report8"), "2026-11-23"));
    const last = camtFile([{ iban, id: "I2", on, opening: 104_500, entries: then }], "report8");
    await store(openingOn(last, on));
    await store(openingOn(last.replace("<Id>I2<", "<Id>I3<"), on));
    expect(await amounts()).toEqual(right);
  });

  test("each entry counts once if an even earlier report had brought some of the last day's", async () => {
    const { iban, store, amounts } = await given();
    await store(openingOn(camtFile([{ iban, id: "I0", on, opening: 104_500, entries: [paid] }], "report8"), on));
    await store(openingOn(camtFile([{ iban, id: "I1", on, entries: [season, paid, back] }], "report8"), "2026-11-23"));
    await store(openingOn(camtFile([{ iban, id: "I2", on, opening: 104_500, entries: [paid, back] }], "report8"), on));
    expect(await amounts()).toEqual([-500, 500, 4_500]);
  });

  test("without entries of 0 in the first, the second continues it, and equal entries are others", async () => {
    const { iban, store, amounts } = await given();
    await store(openingOn(camtFile([{ iban, id: "I1", on, entries: [season, paid] }], "report8"), "2026-11-23"));
    await store(openingOn(camtFile([{ iban, id: "I2", on, opening: 105_000, entries: [paid] }], "report8"), on));
    expect(await amounts()).toEqual([500, 500, 4_500]);
  });
});

test("an entry that a later report of the day describes with more text waits for a person, and does not count twice by itself", async () => {
  const { iban, store, transactions } = await given();
  const bare: MadeEntry = { cents: 1_000, name: "", iban: "", text: "" };
  const described: MadeEntry = { cents: 1_000, name: "Bo Vermeer", text: "Season" };
  const other: MadeEntry = { cents: 1_000, name: "Ada Brandsma", text: "Season" };
  await store(camtFile([{ iban, id: "I1", entries: [bare, other] }], "report8"));
  await store(camtFile([{ iban, id: "I2", entries: [described, other] }], "report8"));
  const stored = await transactions();
  expect(stored.map(({ name, mayBeDuplicate }) => [name, mayBeDuplicate])).toEqual([
    ["", false],
    ["Ada Brandsma", false],
    ["Bo Vermeer", true],
  ]);
});

test("announced entries of an intraday report are not stored; the answer counts them", async () => {
  const { report, amounts } = await given();
  const entries = ["PDNG", "INFO", "FUTR"].map((status): MadeEntry => ({ ...bo, status }));
  const { statements } = await report([ada, ...entries], "I1");
  expect(statements).toMatchObject([{ entries: 1, newEntries: 1, announced: 3, closingCents: null }]);
  expect(await amounts()).toEqual([4_500]);
  expect((await report([ada, { ...bo, status: "BOOK" }], "I2")).statements).toMatchObject([{ entries: 2, newEntries: 1, announced: 0 }]);
  expect(await amounts()).toEqual([4_500, 4_500]);
});

describe("an entry of the same day and amount in another kind of file", () => {
  const carla: MadeEntry = { cents: 4_500, name: "Carla Fontane", iban: "DE02120300000000202051", text: "Membership", bankReference: "M9" };
  const stateOf = async ({ transactions }: Awaited<ReturnType<typeof given>>, name: string) => {
    const found = (await transactions()).filter((each) => each.name === name);
    return found.map(({ mayBeDuplicate }) => mayBeDuplicate);
  };

  test.each([
    ["from another account", carla],
    ["of another person", { ...carla, iban: "" }],
  ])("is a payment of its own if it is %s, and a person is asked", async (_, entry) => {
    const bank = await given();
    await bank.store(camtFile([{ iban: bank.iban, id: "S1", entries: [ada, bo] }]));
    await bank.store(mt940File({ iban: bank.iban, entries: [entry] }));
    expect(await bank.amounts()).toEqual([4_500, 4_500, 4_500]);
    expect(await stateOf(bank, "Carla Fontane")).toEqual([true]);
    expect(await stateOf(bank, "Ada Brandsma")).toEqual([false]);
    // The day's other payments are recognised afterwards.
    await bank.store(
      mt940File({ iban: bank.iban, id: "8/1", entries: [ada, bo, entry].map((each, index) => ({ ...each, bankReference: `N${index}` })) }),
    );
    expect(await stateOf(bank, "Ada Brandsma")).toEqual([false]);
    expect(await stateOf(bank, "Bo Vermeer")).toEqual([false]);
  });

  test("is the same if neither account nor name says otherwise", async () => {
    const bank = await given();
    await bank.store(camtFile([{ iban: bank.iban, id: "S1", entries: [ada] }]));
    await bank.store(
      mt940File({ iban: bank.iban, entries: [{ cents: 4_500, text: "Transfer", bankReference: "M9", name: "", iban: "" }] }),
    );
    expect(await bank.amounts()).toEqual([4_500]);
  });

  test("is the same if it is a batch, of which each kind describes another payment", async () => {
    const bank = await given();
    const people = [ada, bo].map(({ name, iban, cents }) => ({ name, iban, cents }));
    const of = (batch: typeof people) => ({ cents: 9_000, batch, text: "Collected", bankReference: "" });
    await bank.store(camtFile([{ iban: bank.iban, id: "S1", entries: [of(people)] }]));
    await bank.store(camtFile([{ iban: bank.iban, id: "N1", entries: [of(people.toReversed())] }], "notification8"));
    expect(await bank.amounts()).toEqual([4_500, 4_500]);
  });
});
