import { expect, test } from "vitest";
import { db } from "@/db/client";
import { withinCompany } from "@/server/actor";
import { setAside } from "@/server/bank/payments/decide-transaction";
import { csvFile, guessedLayoutOf } from "@/server/testing/csv-files";
import { givenBankingCompany } from "@/server/testing/given-statement";
import { mt940File } from "@/server/testing/mt940-files";
import { camtFile } from "@/server/testing/statement-files";
import { keepLayout } from "./csv/kept-layouts";
import { listStatements } from "./list-statements";

/** A statement of one day, starting with the previous evening's balance. */
function dayFile(iban: string, day: number, opening: number, cents: number): string {
  const file = camtFile([{ iban, id: `day ${day}`, opening, entries: [{ cents, on: `2026-11-${day}`, bankReference: `D${day}` }] }]);
  return file
    .replaceAll("2026-11-24</Dt></Dt></Bal>", `2026-11-${day - 1}</Dt></Dt></Bal>`)
    .replaceAll("2026-11-25</Dt></Dt></Bal>", `2026-11-${day}</Dt></Dt></Bal>`);
}

test("a gap between two statements is shown, until the missing one arrives", async () => {
  const { partner, company, iban, store } = await givenBankingCompany();
  await store(dayFile(iban, 20, 0, 100));
  await store(dayFile(iban, 22, 300, 400));
  const list = async () => {
    const { entries } = await listStatements(db, withinCompany(partner.actor, company.id), {
      companyId: null,
      pageNumber: 1,
      pageSize: 50,
    });
    return entries.map(({ number, gap, openCount }) => [number, gap, openCount]);
  };
  expect(await list()).toEqual([
    ["day 22", { closingCents: 100, closingOn: "2026-11-20" }, 1],
    ["day 20", null, 1],
  ]);
  await store(dayFile(iban, 21, 100, 200));
  expect(await list()).toEqual([
    ["day 22", null, 1],
    ["day 21", null, 1],
    ["day 20", null, 1],
  ]);
});

test("payments that a person has put off are counted apart from those to decide", async () => {
  const { partner, told, transactions } = await givenBankingCompany();
  await told([
    { cents: 100, name: "A" },
    { cents: 200, name: "B" },
    { cents: 300, name: "C" },
  ]);
  const [first] = await transactions();
  await setAside(db, partner.actor, { transactionId: first?.id ?? "", seenDecisions: 0 }, "later", {});
  const { entries } = await listStatements(db, partner.actor, { companyId: null, pageNumber: 1, pageSize: 50 });
  expect(entries).toMatchObject([{ openCount: 2, laterCount: 1 }]);
});

test("the same statement from another kind of file is listed too, without a gap; other companies' statements are not listed", async () => {
  const { partner, iban, store } = await givenBankingCompany();
  const stranger = await givenBankingCompany();
  await store(camtFile([{ iban, entries: [{ cents: 100 }] }]));
  await store(mt940File({ iban, entries: [{ cents: 100 }] }));
  await stranger.store(camtFile([{ iban: stranger.iban, entries: [{ cents: 100 }] }]));
  const { entries, totalEntries } = await listStatements(db, partner.actor, { companyId: null, pageNumber: 1, pageSize: 50 });
  expect(totalEntries).toBe(2);
  expect(entries.map(({ family, gap }) => [family, gap])).toEqual(
    expect.arrayContaining([
      ["camt053", null],
      ["mt940", null],
    ]),
  );
});

test("statements of one day in several kinds of files show no gap, also if the bank dates the opening balance with that day", async () => {
  const { partner, iban, store } = await givenBankingCompany();
  const openingToday = (file: string) => file.replaceAll("2026-11-24</Dt></Dt></Bal>", "2026-11-25</Dt></Dt></Bal>");
  const entries = [100, 200].map((cents) => ({ cents, bankReference: `D${cents}` }));
  await store(dayFile(iban, 24, 99_900, 100));
  await store(openingToday(camtFile([{ iban, id: "noon", entries: entries.slice(1) }], "report8")));
  await store(openingToday(camtFile([{ iban, id: "evening", entries }], "report8")));
  await store(openingToday(camtFile([{ iban, id: "day", entries }])));
  await store(dayFile(iban, 27, 100_400, 100));
  const { entries: listed } = await listStatements(db, partner.actor, { companyId: null, pageNumber: 1, pageSize: 50 });
  expect(new Map(listed.map(({ number, gap }) => [number, gap]))).toEqual(
    new Map([
      ["day 24", null],
      ["noon", null],
      ["evening", null],
      ["day", null],
      ["day 27", { closingCents: 100_300, closingOn: "2026-11-25" }],
    ]),
  );
});

test("no gap is shown where a file of more days covers the day before", async () => {
  const given = await givenBankingCompany();
  const rows = [16, 20, 23, 27].map((day, index) => `${day}/11/2026,row ${day},1.00,0.00,${index + 6}.00`);
  await given.store(dayFile(given.iban, 20, 0, 100));
  await given.store(dayFile(given.iban, 27, 900, 100));
  expect(await gapsOf(given)).toEqual([{ closingCents: 100, closingOn: "2026-11-20" }]);
  await storeSheet(given, ["Date,Description,Paid in,Paid out,Balance", ...rows].join("\n"));
  expect(await gapsOf(given)).toEqual([]);
});

test("CSV that repeats the day on which an earlier statement ended shows no gap", async () => {
  const given = await givenBankingCompany();
  const header = "Date,Description,Paid in,Paid out,Balance";
  await given.store(dayFile(given.iban, 20, 500, 100));
  await storeSheet(given, [header, "20/11/2026,late,2.00,0.00,9.00", "23/11/2026,row,1.00,0.00,10.00"].join("\n"));
  expect(await gapsOf(given)).toEqual([]);
});

test("no gap is shown after a statement without balances", async () => {
  const given = await givenBankingCompany();
  await given.store(dayFile(given.iban, 20, 0, 100));
  await storeSheet(given, csvFile({ iban: given.iban, on: "2026-11-26", entries: [{ cents: 100 }] }, "german"));
  await given.store(dayFile(given.iban, 27, 900, 100));
  expect(await gapsOf(given)).toEqual([]);
});

type Given = Awaited<ReturnType<typeof givenBankingCompany>>;

async function gapsOf({ partner }: Given) {
  const { entries } = await listStatements(db, partner.actor, { companyId: null, pageNumber: 1, pageSize: 50 });
  return entries.flatMap(({ gap }) => gap ?? []);
}

/** Stores CSV with the guessed layout. */
async function storeSheet({ partner, store }: Given, file: string): Promise<void> {
  const { sheet, layout } = await guessedLayoutOf(file);
  await keepLayout(db, partner.actor, sheet.key, layout);
  await store(file, "statement.csv");
}
