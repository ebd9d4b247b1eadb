import { describe, expect, test } from "vitest";
import { checkStatement } from "@/server/bank/statements/check-statement";
import { readStatementFile } from "@/server/bank/statements/read-statement-file";
import type { StatementPart, StatementRefusal } from "@/server/bank/statements/statement";
import type { CsvLayout } from "@/server/domain/banking/csv-layout";
import { csvFile, csvStyles, guessedLayoutOf } from "@/server/testing/csv-files";
import { inPieces } from "@/server/testing/statement-files";

const IBAN = "NL91ABNA0417164300";
const entries = [
  { cents: 123_450, reference: "RF78100000042", name: "Zoë van den Berg" },
  { cents: -1_250, text: 'Rent of the "boathouse"', name: "Landlord" },
  { cents: 4_500 },
];
const made = { iban: IBAN, entries };

async function read(file: string | Uint8Array, layout: CsvLayout, bytes?: number): Promise<StatementPart[]> {
  const parts: StatementPart[] = [];
  for await (const part of readStatementFile(inPieces(file, bytes), { layouts: async () => layout })) parts.push(part);
  return parts;
}

const entriesIn = (parts: StatementPart[]) => parts.flatMap((part) => (part.kind === "entry" ? [part.entry] : []));

describe.each(csvStyles)("in the style %s", (style) => {
  test("the roles of columns are guessed, and rows are read correctly with the file split anywhere", async () => {
    const file = csvFile(made, style);
    const { layout } = await guessedLayoutOf(file);
    for (const bytes of [1, 7, 64 * 1_024]) {
      const parts = await read(file, layout, bytes);
      const hasAccount = style === "german" || style === "dutch";
      expect(parts[0]).toMatchObject({
        kind: "statement",
        head: { family: "csv", account: hasAccount ? IBAN : "", currency: hasAccount ? "EUR" : "" },
      });
      const found = entriesIn(parts).sort((one, other) => other.amountCents - one.amountCents);
      expect(found.map(({ amountCents, bookedOn, valueOn }) => [amountCents, bookedOn, valueOn])).toEqual(
        [123_450, 4_500, -1_250].map((cents) => [cents, "2026-11-25", "2026-11-25"]),
      );
      const [first] = found[0]?.transactions ?? [];
      expect(`${first?.name} ${first?.text}`).toContain("Zoë van den Berg");
      expect(first?.text).toContain("RF78100000042");
      expect(found[2]?.transactions[0]?.text).toContain('Rent of the "boathouse"');
      const hasBalance = style === "swiss" || style === "british";
      expect(parts.at(-1)).toEqual({
        kind: "end",
        end: {
          entries: 3,
          closingOn: "2026-11-25",
          closingCents: hasBalance ? 226_700 : null,
          opening: { openingCents: hasBalance ? 100_000 : null, openingOn: "2026-11-25" },
        },
      });
    }
  });
});

test("letters are read as Windows-1252, and announced rows are left out", async () => {
  const told = { ...made, entries: [...entries, { cents: 700, status: "PDNG" }, { cents: 800, text: "Coffee" }] };
  const file = csvFile(told, "german").replace(/(Coffee;8,00;)Umsatz gebucht/, "$1Storniert");
  const { layout } = await guessedLayoutOf(file);
  const windows = Buffer.from(file.replaceAll("€", "\u0080"), "latin1");
  const { columns } = (await guessedLayoutOf(windows)).sheet;
  expect(columns.map(({ name }) => name)).toContain("Betrag (€)");
  const found = entriesIn(await read(windows, layout));
  expect(found.map(({ amountCents }) => amountCents)).toEqual([123_450, -1_250, 4_500]);
  expect(found[0]?.transactions[0]?.name).toBe("Zoë van den Berg");
});

describe("a refusal names line, column and reason", () => {
  const german = csvFile(made, "german");
  const swiss = csvFile(made, "swiss");
  const dutch = csvFile(made, "dutch");
  test.each<[string, string, string, Partial<StatementRefusal>]>([
    [
      "a day that the calendar does not have",
      german,
      german.replace("25.11.26;25", "31.11.26;25"),
      { reason: "not_a_date", line: 4, element: "Buchungstag", found: "31.11.26" },
    ],
    ["the year 0000", german, german.replace("25.11.26;25", "25.11.0000;25"), { reason: "not_a_date", line: 4, element: "Buchungstag" }],
    ["a day before 1990", german, german.replace("25.11.26;25", "31.12.1989;25"), { reason: "not_a_date", found: "31.12.1989" }],
    [
      "a value date in many years",
      german,
      german.replace("25.11.26;25.11.2026", "25.11.26;25.11.2099"),
      { reason: "not_a_date", found: "25.11.2099" },
    ],
    [
      "an amount with the other mark",
      german,
      german.replace("45,00", "45.00"),
      { reason: "not_an_amount", line: 6, element: "Betrag (€)", found: "45.00" },
    ],
    [
      "a delimiter within a text",
      german,
      german.replace("Rent of", "Rent; of"),
      { reason: "malformed", line: 5, element: "row", found: "8 / 7", rows: { width: 7, rows: [{ line: 5, columns: 8 }], hasMore: false } },
    ],
    [
      "a row that is cut",
      german,
      german.slice(0, german.lastIndexOf(";")),
      { reason: "malformed", line: 6, element: "row", found: "6 / 7" },
    ],
    [
      "a balance that does not follow",
      swiss,
      swiss.replace("2'234.50", "2'234.51"),
      { reason: "does_not_add_up", line: 7, element: "Saldo" },
    ],
    ["came and went at once", swiss, swiss.replace(";;45.00", ";1.00;45.00"), { reason: "not_an_amount", line: 3, element: "Gutschrift" }],
    ["neither came nor went", dutch, dutch.replace('"Af"', '"?"'), { reason: "not_known", line: 3, element: "Af Bij", found: "?" }],
    [
      "a state that nobody knows",
      german,
      german.replace("Umsatz gebucht", "Umsatz Z"),
      { reason: "not_known", line: 4, element: "Info", found: "Umsatz Z" },
    ],
    [
      "two accounts",
      dutch,
      dutch.replace(`Landlord","${IBAN}`, 'Landlord","DE02120300000000202051'),
      { reason: "one_account_each", line: 3, element: "Rekening", found: "DE02120300000000202051" },
    ],
    ["a quote that is never closed", swiss, swiss.replace(' RF78100000042"', " RF78100000042"), { reason: "malformed" }],
    ["a row that never ends", swiss, swiss.replace("Landlord", "Landlord ".repeat(3_000)), { reason: "too_long" }],
  ])("%s", async (_, whole, spoilt, refusal) => {
    const { layout } = await guessedLayoutOf(whole);
    await expect(read(spoilt, layout)).rejects.toMatchObject(refusal);
  });

  test.each([
    ["a letter", "Dear treasurer,\nplease find attached\n"],
    ["names of columns without a row", "Date;Text;Amount\n"],
    ["nothing but white space", "  \n \n"],
  ])("%s is no statement", async (_, text) => {
    await expect(checkStatement(inPieces(text))).rejects.toMatchObject({ reason: "not_a_statement" });
  });
});

test("a layout without an amount column reads no rows", async () => {
  const file = csvFile(made, "german");
  const { layout } = await guessedLayoutOf(file);
  const without = { ...layout, roles: layout.roles.map((role) => (role === "amount" ? "ignored" : role)) };
  await expect(read(file, without)).rejects.toMatchObject({ reason: "unknown_columns", question: { layout: without } });
});

describe("rows that are no entries are left out, counted and shown", () => {
  const columns = "Datum;Text;Betrag;Saldo\n";
  const first = "25.11.2026;Beitrag;45,00;145,00\n";
  const second = "26.11.2026;Miete;-20,00;125,00\n";
  test.each<[string, string, number]>([
    ["a row of the balance", `${columns}${first}${second}Kontostand;;125,00;\n`, 1],
    ["an opening balance with its day", `${columns}${first}${second}26.11.2026;Saldo per;;125,00\n`, 1],
    ["a narrow row of the balance, with a day in another column", `${columns}${first}${second}Kontostand;26.11.2026;125,00\n`, 1],
    ["totals between rows", `${columns}${first}Total;;45,00;\n${second}Totaux :;;-20,00;\n`, 2],
    ["a disclaimer with more cells than the table", `${columns}${first}${second}\nKeine;Gewähr;für;diese;Angaben;!\n`, 1],
    ["the names of the columns again", `${columns}${first}${columns}${second}`, 1],
    ["a note with a day, but without an amount", `${columns}${first}25.11.2026;Ihr Auszug ist da;;\n${second}`, 1],
    ["a row without a day, where the balances prove that it is no money", `${columns}${first};davon Spende;10,00;\n${second}`, 1],
    ["an announced row", `${columns}${first}${second}offen;Karte;-5,00;\n`, 1],
    ["a closing balance with a day and an amount", `${columns}${first}${second}26.11.2026;Endsaldo;125,00;\n`, 1],
  ])("%s", async (_, file, count) => {
    const { layout } = await guessedLayoutOf(columns + first + second);
    const parts = await read(file, layout);
    expect(entriesIn(parts).map(({ amountCents }) => amountCents)).toEqual([4_500, -2_000]);
    expect(parts.at(-1)).toMatchObject({ kind: "end", end: { entries: 2, closingCents: 12_500, leftOut: { count } } });
  });

  test("the first 200 are shown, with their lines", async () => {
    const notes = ["Erste Zeile; und mehr", ...Array.from({ length: 200 }, (_, index) => `Zeile ${index + 2}`)];
    const file = `${columns}${first}${second}${notes.join("\n")}\n`;
    const { layout } = await guessedLayoutOf(file);
    const shown = notes.slice(0, 200).map((text, index) => ({ line: 4 + index, text: text.replace(";", " ·") }));
    expect((await read(file, layout)).at(-1)).toMatchObject({ end: { leftOut: { count: 201, samples: shown } } });
  });

  test.each<[string, string, Partial<StatementRefusal>]>([
    ["a row without a day at the end", `${columns}${first}${second};Spende;10,00;\n`, { reason: "not_a_date", line: 4, element: "Datum" }],
    ["a row without a day in a file without balances", `Datum;Text;Betrag;Saldo\n25.11.2026;a;45,00;\n;Spende;10,00;\n`, { line: 3 }],
    [
      "a row without a day that the balances contradict",
      `${columns}${first};Spende;10,00;\n26.11.2026;Miete;-20,00;135,00\n`,
      { reason: "not_a_date", line: 3 },
    ],
    ["a day that the calendar does not have", `${columns}${first}31.11.2026;Miete;-20,00;125,00\n`, { reason: "not_a_date", line: 3 }],
    ["a day whose amount is in another column", `${columns}${first}26.11.2026;-20,00;;125,00\n`, { reason: "not_an_amount", line: 3 }],
    ["a cut row", `${columns}${first}26.11.2026;Miete\n`, { reason: "malformed", line: 3, found: "2 / 4" }],
    [
      "a row with a delimiter in its text",
      `${columns}${first}26.11.2026;Miete; Mai;-20,00;125,00\n`,
      { reason: "malformed", found: "5 / 4" },
    ],
    ["a balance that does not follow", `${columns}${first}26.11.2026;Miete;-20,00;125,01\n`, { reason: "does_not_add_up", line: 3 }],
    [
      "the table of another account below",
      `${columns}${first}Konto: DE02120300000000202051\n${second}`,
      { reason: "one_account_each", line: 3 },
    ],
    [
      "a cut row whose text is the name of a balance",
      "Datum;Name;Text;Betrag\n20.11.2026;Anna;a;5,00\n20.11.2026;Müller; Bo;Saldo 1234;50,00\n",
      { reason: "malformed", line: 3, found: "5 / 4" },
    ],
    [
      "a row whose amount is shifted and whose text is the name of a balance",
      "Datum;Name;Text;Betrag\n20.11.2026;Anna;a;5,00\n20.11.2026;50,00;Saldo 1234;\n",
      { reason: "not_an_amount", line: 3 },
    ],
    [
      "a row without a day whose name or text begins like a balance's",
      "Datum;Name;Text;Betrag\n20.11.2026;Anna;a;5,00\n;Total Energies;Saldo Rechnung 4711;50,00\n",
      { reason: "not_a_date", line: 3 },
    ],
    [
      "two rows without a day that cancel out",
      `${columns}${first};Spende;10,00;\n;zurück;-10,00;\n${second}`,
      { reason: "not_a_date", line: 3 },
    ],
    [
      "a dated row whose amount with a currency is in another column",
      `${columns}${first}26.11.2026;20,00 USD;;125,00\n`,
      { reason: "not_an_amount", line: 3 },
    ],
    [
      "the table of another account, named in a row as wide as the table",
      `${columns}${first}Konto: DE02120300000000202051;;;\n${second}`,
      { reason: "one_account_each", line: 3 },
    ],
    [
      "a second table directly below, without balances that continue",
      "Datum;Text;Betrag\n25.11.2026;a;45,00\nDatum;Text;Betrag\n25.11.2026;b;20,00\n",
      { reason: "one_account_each", line: 3 },
    ],
    [
      "a closing balance in the form of an entry that does not follow",
      `${columns}${first}${second}26.11.2026;Endsaldo;125,01;\n`,
      { reason: "does_not_add_up", line: 4 },
    ],
    [
      "a row in the form of an entry that only its word makes a balance",
      "Datum;Text;Betrag\n25.11.2026;a;45,00\n26.11.2026;Saldo finale;45,00\n",
      { reason: "not_known", line: 3, element: "row", found: "Saldo finale" },
    ],
    ["a second table below", `${columns}${first}Sparkonto\n${columns}${second}`, { reason: "one_account_each", line: 4 }],
  ])("but never %s", async (_, file, refusal) => {
    const whole = file.startsWith(columns) ? columns + first + second : file.split("\n").slice(0, 2).join("\n");
    const { layout } = await guessedLayoutOf(whole);
    await expect(read(file, layout)).rejects.toMatchObject(refusal);
  });
});

describe("a sign is read as the bank means it, or the file is refused", () => {
  const twoColumns = "Date,Text,Paid in,Paid out\n2026-11-25,a,45.00,\n2026-11-26,b,,20.00\n";
  const direction = "Datum;Tekst;Bedrag;CreditDebet\n25-11-2026;a;45,00;C\n26-11-2026;b;20,00;D\n";
  test.each<[string, string, number[] | Partial<StatementRefusal>]>([
    ["two columns", twoColumns, [4_500, -2_000]],
    ["two columns, outgoing with a minus", twoColumns.replace("20.00", "-20.00"), [4_500, -2_000]],
    ["both empty or 0", `${twoColumns}2026-11-27,c,0.00,0.00\n`, [4_500, -2_000]],
    ["incoming money that the bank took back", `${twoColumns}2026-11-27,c,-45.00,\n`, [4_500, -2_000, -4_500]],
    ["outgoing money with both signs", `${twoColumns}2026-11-27,c,,-20.00\n`, { reason: "not_an_amount", line: 4, element: "Paid out" }],
    ["a column of directions", direction, [4_500, -2_000]],
    ["a direction that contradicts the sign", direction.replace("45,00", "-45,00"), { reason: "not_an_amount", found: "-45,00 C" }],
  ])("%s", async (_, file, right) => {
    const { layout } = await guessedLayoutOf(file);
    if (!Array.isArray(right)) await expect(read(file, layout)).rejects.toMatchObject(right);
    else expect(entriesIn(await read(file, layout)).map(({ amountCents }) => amountCents)).toEqual(right);
  });
});

test("an entry keeps its payer beside a text that is called like a balance", async () => {
  const file = "Datum;Name;Text;Betrag\n25.11.2026;Anna;a;45,00\n26.11.2026;Bo;Endsaldo;20,00\n";
  const { layout } = await guessedLayoutOf(file);
  expect(entriesIn(await read(file, layout)).map(({ amountCents }) => amountCents)).toEqual([4_500, 2_000]);
});

test.each([
  ["a balance that differs from its amount", "Datum;Text;Betrag;Saldo", "Anna;45,00;145,00", "Endsaldo;20,00;165,00"],
  ["a name in capitals", "Datum;Name;Text;Betrag", "Anna;a;45,00", "KPN;Eindsaldo;20,00"],
  ["the payer's account", "Datum;IBAN;Text;Betrag", ";a;45,00", "NL91ABNA0417164300;Schlusssaldo;20,00"],
])("a row with the words of a balance is an entry beside %s", async (_, columns, first, second) => {
  const file = `${columns}\n25.11.2026;${first}\n26.11.2026;${second}\n`;
  const { layout } = await guessedLayoutOf(file);
  expect(entriesIn(await read(file, layout)).map(({ amountCents }) => amountCents)).toEqual([4_500, 2_000]);
});

test.each([
  ["no balance", "Datum;Text;Betrag", "Anna;45,00", "Endsaldo;20,00"],
  ["its amount as the balance", "Datum;Text;Betrag;Saldo", "Anna;45,00;145,00", "Endsaldo;20,00;20,00"],
  ["its label as the name", "Datum;Name;Text;Betrag", "Anna;a;45,00", "Saldo finale;;20,00"],
])("a row with the words of a balance and %s needs a proof", async (_, columns, first, second) => {
  const file = `${columns}\n25.11.2026;${first}\n26.11.2026;${second}\n`;
  const { layout } = await guessedLayoutOf(file);
  await expect(read(file, layout)).rejects.toMatchObject({ reason: "not_known", line: 3 });
});

test("a day with the name of a month above the table changes neither the columns nor their key", async () => {
  const table = "Buchungstag;Name;Text;Betrag;Saldo\n03.11.2026;Anna;a;45,00;145,00\n";
  const { sheet } = await guessedLayoutOf(table);
  const padded = await guessedLayoutOf(`Konto;Verein;;;\nSaldo vom;12 Nov 2026;1.135,50;;\n${table}`);
  expect(padded.sheet).toEqual(sheet);
});

test("rows with more text only belong to the entry above; labels and accounts do not", async () => {
  const columns = "Datum;Text;Betrag\n25.11.2026;Anna;45,00\n";
  const { layout } = await guessedLayoutOf(columns);
  const parts = await read(`${columns};Bern;\n;Beitrag 17;\n26.11.2026;Bo;20,00\n;Total 65,00;\n;Ende;\n`, layout);
  expect(entriesIn(parts).map(({ transactions }) => transactions.map(({ text }) => text))).toEqual([["Anna Bern Beitrag 17"], ["Bo"]]);
  expect(parts.at(-1)).toMatchObject({ end: { entries: 2, leftOut: { count: 2 } } });
});

test("titles of announced rows and footers belong to no entry", async () => {
  const columns = "Datum;Text;Betrag\n25.11.2026;Anna;45,00\n";
  const { layout } = await guessedLayoutOf(columns);
  const parts = await read(`${columns};Vorgemerkte Umsätze;\n26.11.2026;Bo;20,00\n;Fusszeile;\n`, layout);
  expect(entriesIn(parts).map(({ transactions }) => transactions.map(({ text }) => text))).toEqual([["Anna"], ["Bo"]]);
  expect(parts.at(-1)).toMatchObject({ end: { entries: 2, leftOut: { count: 2 } } });
});

test("payments below a batch become its payments if they add up to it; otherwise they are left out", async () => {
  const file = (amounts: [string, string]) =>
    `Datum;Text;Betrag Detail;Belastung CHF;Gutschrift CHF\n25.11.2026;Sammler (2);;70.00;\n;Anna;${amounts[0]};;\n;Beat;${amounts[1]};;\n26.11.2026;Strom;;10.00;\n`;
  const { layout } = await guessedLayoutOf(file(["30.00", "40.00"]));
  const amounts = (parts: StatementPart[]) =>
    entriesIn(parts).map(({ transactions }) => transactions.map(({ amountCents }) => amountCents));
  expect(amounts(await read(file(["30.00", "40.00"]), layout))).toEqual([[-3_000, -4_000], [-1_000]]);
  expect(amounts(await read(file(["-30.00", "-40.00"]), layout))).toEqual([[-3_000, -4_000], [-1_000]]);
  for (const wrong of ["40.01", "?"] as const) {
    const parts = await read(file(["30.00", wrong]), layout);
    expect(amounts(parts)).toEqual([[-7_000], [-1_000]]);
    expect(parts.at(-1)).toMatchObject({ end: { leftOut: { count: 2 } } });
  }
});

test("a payment of a batch may be called like a balance; one with a day of its own refuses the file", async () => {
  const head = "Datum;Text;Betrag Detail;Belastung CHF;Gutschrift CHF\n25.11.2026;Sammler (2);;70.00;\n";
  const file = `${head};Anna;30.00;;\n;Saldo Rechnung 4711;40.00;;\n26.11.2026;Strom;;10.00;\n`;
  const { layout } = await guessedLayoutOf(file);
  const [batch] = entriesIn(await read(file, layout));
  expect(batch?.transactions.map(({ amountCents }) => amountCents)).toEqual([-3_000, -4_000]);
  await expect(read(file.replace(";Anna;", "25.11.2026;Anna;"), layout)).rejects.toMatchObject({ reason: "not_an_amount", line: 3 });
});

test.each([
  ["oldest first", ["25.11.2026;a;45,00;145,00", "26.11.2026;b;-20,00;125,00", "27.11.2026;c;5,00;131,00"], [12_500, 500, 13_100]],
  ["newest first", ["27.11.2026;c;5,00;130,00", "26.11.2026;b;-20,00;125,00", "25.11.2026;a;45,00;146,00"], [14_600, -2_000, 12_500]],
  ["newest first, in its second row", ["27.11.2026;c;5,00;130,00", "26.11.2026;b;-20,00;126,00"], [12_600, 500, 13_000]],
] as const)(
  "a balance that does not follow is refused with the amounts of its row: %s",
  async (_, rows, [openingCents, bookedCents, closingCents]) => {
    const file = ["Datum;Text;Betrag;Saldo", ...rows].join("\n");
    const { layout } = await guessedLayoutOf(file);
    await expect(read(file, layout)).rejects.toMatchObject({
      ...{ reason: "does_not_add_up", line: rows.length + 1, element: "Saldo" },
      sum: { openingCents, bookedCents, closingCents },
    });
  },
);

test("a stated balance that contradicts the rows is refused with its own line, also behind empty lines", async () => {
  const above = ["Konto;X", "", "", "Alter Saldo;100,00", "", "Datum;Text;Betrag;Saldo"];
  const file = [...above, "25.11.2026;a;45,00;155,00", "26.11.2026;b;-20,00;135,00"].join("\n");
  const { layout } = await guessedLayoutOf(file);
  await expect(read(file, layout)).rejects.toMatchObject({ reason: "does_not_add_up", line: 4, element: "Alter Saldo" });
});

test("a table in UTF-16 is read, with and without a byte-order mark", async () => {
  const file = csvFile(made, "swiss");
  const { layout } = await guessedLayoutOf(file);
  const right = await read(file, layout);
  for (const mark of ["\ufeff", ""])
    for (const swap of [false, true]) {
      const bytes = Buffer.from(mark + file, "utf16le");
      expect(await read(swap ? bytes.swap16() : bytes, layout, 5)).toEqual(right);
    }
});
