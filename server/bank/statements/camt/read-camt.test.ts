import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { camtFile, inPieces, type MadeEntry, styles } from "@/server/testing/statement-files";
import { checkStatement } from "../check-statement";
import { type StatementEntry, type StatementPart, StatementRefusal } from "../statement";
import { readCamt } from "./read-camt";

const IBAN = "NL91ABNA0417164300";

async function partsOf(file: string | Uint8Array, bytes?: number): Promise<StatementPart[]> {
  const parts: StatementPart[] = [];
  for await (const part of readCamt(inPieces(file, bytes), "2027-11-25")) parts.push(part);
  return parts;
}

async function entriesOf(file: string | Uint8Array): Promise<StatementEntry[]> {
  return (await partsOf(file)).flatMap((part) => (part.kind === "entry" ? [part.entry] : []));
}

const refusalOf = (file: string | Uint8Array) =>
  partsOf(file).then(
    () => undefined,
    (error: unknown) => (error instanceof StatementRefusal ? error : Promise.reject(error)),
  );

const made = (entries: MadeEntry[], more = {}) => [{ iban: IBAN, entries, ...more }];

describe.each(styles)("in the style %s", (style) => {
  test("a missing account currency is taken from the balances or entries", async () => {
    const parts = await partsOf(camtFile(made([{ cents: 4_500 }], { currency: "CHF" }), style).replace(/<(ns2:)?Ccy>CHF<.(ns2:)?Ccy>/, ""));
    expect(parts[0]).toMatchObject({ kind: "statement", head: { currency: "CHF" } });
  });

  test("heads, entries and payments are read correctly", async () => {
    const entries: MadeEntry[] = [
      { cents: 4_500, reference: "RF78100000042", name: "Zoë & Łukasz", text: "Season 2026", endToEndId: "E-1", bankReference: "B1" },
      { cents: -1_250, on: "2026-11-23", name: "Landlord", iban: "DE02120300000000202051" },
      { cents: -4_500, isReversal: true, returnReason: "AC04" },
      { cents: 999, instructed: "10.50 USD" },
    ];
    const parts = await partsOf(camtFile(made(entries), style));

    const hasBalances = style !== "notification8" && style !== "intraday8";
    expect(parts[0]).toMatchObject({
      kind: "statement",
      head: {
        id: "S1",
        account: IBAN,
        currency: "EUR",
        openingCents: hasBalances ? 100_000 : null,
      },
    });
    expect(parts.at(-1)).toMatchObject({ kind: "end", end: { entries: 4, closingCents: hasBalances ? 99_749 : null } });
    const [came, went, back, exchanged] = parts.flatMap((part) => (part.kind === "entry" ? [part.entry] : []));
    expect(came).toMatchObject({
      amountCents: 4_500,
      bookedOn: "2026-11-25",
      bankReference: "B1",
      isBooked: true,
      isItemized: true,
      transactions: [
        {
          amountCents: 4_500,
          endToEndId: "E-1",
          references: ["RF78100000042"],
          text: "Season 2026",
          name: "Zoë & Łukasz",
          iban: "NL02TEST0123456789",
          instructed: "",
        },
      ],
    });
    expect(went).toMatchObject({
      amountCents: -1_250,
      valueOn: "2026-11-23",
      transactions: [{ name: "Landlord", iban: "DE02120300000000202051", endToEndId: "" }],
    });
    expect(back).toMatchObject({ amountCents: -4_500, isReversal: true, transactions: [{ returnReason: "AC04", name: "Ada Brandsma" }] });
    expect(exchanged).toMatchObject({ transactions: [{ amountCents: 999, instructed: "10.50 USD" }] });
  });

  test("a batch is split into payments; one that does not add up is marked", async () => {
    const batch = [{ cents: 1_000, reference: "RF78100000042" }, { cents: 2_000 }];
    const [whole, short] = await entriesOf(
      camtFile(
        made([
          { cents: 3_000, batch },
          { cents: 3_001, batch },
        ]),
        style,
      ),
    );
    expect(whole).toMatchObject({ isItemized: true, transactions: [{ amountCents: 1_000 }, { amountCents: 2_000 }] });
    expect(short).toMatchObject({ isItemized: false });
  });
});

test.each([
  ["2026-02-30", "2026-02-28"],
  ["2024-02-30", "2024-02-29"],
  ["2026-02-29", "2026-02-28"],
])("a day that banks with months of 30 days write, %s, is the month's last", async (written, day) => {
  const file = camtFile(made([{ cents: 100 }])).replace("<ValDt><Dt>2026-11-25", `<ValDt><Dt>${written}`);
  expect(await entriesOf(file)).toMatchObject([{ bookedOn: "2026-11-25", valueOn: day }]);
});

test("announced entries do not count towards the balance", async () => {
  const [entry] = await entriesOf(camtFile(made([{ cents: 4_500, status: "PDNG" }])));
  expect(entry).toMatchObject({ isBooked: false });
});

test("the accounts of one file are read one after the other, and summed up separately", async () => {
  const file = camtFile([
    { iban: IBAN, entries: [{ cents: 100 }, { cents: -30, status: "BOOK" }] },
    { iban: "CH9300762011623852957", currency: "CHF", opening: -500, entries: [] },
  ]);
  expect(await checkStatement(inPieces(file))).toMatchObject([
    { account: IBAN, entries: 2, creditedCents: 100, debitedCents: 30 },
    { account: "CH9300762011623852957", currency: "CHF", openingCents: -500, closingCents: -500, entries: 0 },
  ]);
});

describe("encodings", () => {
  const file = camtFile(made([{ cents: 100, name: "Zoë Müßig" }]));
  const nameIn = async (bytes: Uint8Array) => (await entriesOf(bytes))[0]?.transactions[0]?.name;
  const declared = (label: string) => file.replace("UTF-8", label);

  test.each([
    ["UTF-8", Buffer.from(file)],
    ["UTF-8 with a mark", Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(file)])],
    ["ISO-8859-1", Buffer.from(declared("ISO-8859-1"), "latin1")],
    ["windows-1252", Buffer.from(declared("windows-1252"), "latin1")],
    ["UTF-16", Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(declared("UTF-16"), "utf16le")])],
  ])("%s", async (_, bytes) => {
    expect(await nameIn(bytes)).toBe("Zoë Müßig");
  });

  test("letters are read correctly with the file split at any byte", async () => {
    for (const bytes of [1, 2, 3, 7, 199, 200, 201]) expect(await partsOf(file, bytes)).toEqual(await partsOf(file));
  });
});

describe("a refusal names the line, the element and the reason", () => {
  const file = camtFile(made([{ cents: 4_500, bankReference: "B1" }]));
  const deep = `<Document>${"<x>".repeat(50)}`;
  const wrong: [string, string, Partial<StatementRefusal>][] = [
    ["nothing", "", { reason: "malformed", line: 1 }],
    ["no XML", "hello", { reason: "malformed", line: 1 }],
    ["another document", `<Document><CstmrCdtTrfInitn/></Document>`, { reason: "not_a_statement", found: "CstmrCdtTrfInitn" }],
    ["no statement in it", `<Document><BkToCstmrStmt></BkToCstmrStmt></Document>`, { reason: "not_a_statement" }],
    ["a cut file", file.slice(0, -40), { reason: "malformed" }],
    ["a document type", `<!DOCTYPE x [<!ENTITY a "b">]>${file.slice(file.indexOf("<Document"))}`, { reason: "has_a_doctype", line: 1 }],
    ["an entity", file.replace("Ada", "&ada;"), { reason: "malformed" }],
    ["depth", deep, { reason: "not_a_statement" }],
    ["depth inside", file.replace("<NtryDtls>", `<NtryDtls>${"<x>".repeat(50)}`), { reason: "too_deep" }],
    [
      "a long text",
      file.replace("Ada", "a".repeat(30_000)),
      { reason: "too_long", element: "BkToCstmrStmt/Stmt/Ntry/NtryDtls/TxDtls/RltdPties/Dbtr/Pty/Nm" },
    ],
    [
      "an amount in words",
      file.replace(/(<Ntry><Amt Ccy="EUR">)45.00/, "$1many"),
      { reason: "not_an_amount", element: "BkToCstmrStmt/Stmt/Ntry/Amt", found: "many" },
    ],
    ["thousandths", file.replace(/(<Ntry><Amt Ccy="EUR">)45.00/, "$145.001"), { reason: "not_an_amount" }],
    [
      "a day that does not exist",
      file.replace("<BookgDt><Dt>2026-11-25", "<BookgDt><Dt>2026-04-31"),
      { reason: "not_a_date", found: "2026-04-31" },
    ],
    ["the year 0000", file.replace("<BookgDt><Dt>2026", "<BookgDt><Dt>0000"), { reason: "not_a_date", found: "0000-11-25" }],
    [
      "a day before 1990",
      file.replace("<BookgDt><Dt>2026-11-25", "<BookgDt><Dt>1989-12-31"),
      { reason: "not_a_date", found: "1989-12-31" },
    ],
    ["a value date in many years", file.replace("<ValDt><Dt>2026", "<ValDt><Dt>9999"), { reason: "not_a_date", found: "9999-11-25" }],
    [
      "a balance of the year 0001",
      file.replace("<Dt><Dt>2026", "<Dt><Dt>0001"),
      { reason: "not_a_date", element: "BkToCstmrStmt/Stmt/Bal/Dt/Dt" },
    ],
    [
      "an entry of more than 10,000 payments",
      camtFile(made([{ cents: 10_001, batch: Array.from({ length: 10_001 }, () => ({ cents: 1 })) }])),
      { reason: "too_many_payments", element: "BkToCstmrStmt/Stmt/Ntry/NtryDtls/TxDtls", line: 7 },
    ],
    ["an IBAN with a wrong digit", file.replace(IBAN, "NL91ABNA0417164301"), { reason: "not_an_iban", line: 5 }],
    ["neither came nor went", file.replace(/(<Ntry>.*?)CRDT/, "$1BOTH"), { reason: "not_known", found: "BOTH" }],
    ["an entry without amount", file.replace(/<Ntry><Amt Ccy="EUR">45.00<\/Amt>/, "<Ntry>"), { reason: "missing", found: "Amt", line: 7 }],
    [
      "an entry without day, in a notification that names none either",
      camtFile(made([{ cents: 4_500 }]), "notification8").replace(/<BookgDt>.*<\/ValDt>|<CreDtTm>.*?<\/CreDtTm>/g, ""),
      { reason: "missing", found: "BookgDt" },
    ],
    ["another currency", file.replace('<Ntry><Amt Ccy="EUR">', '<Ntry><Amt Ccy="USD">'), { reason: "other_currency", found: "USD" }],
    ["no account", file.replace(/<Acct>.*<\/Acct>/, ""), { reason: "missing", found: "Acct/Id" }],
    ["no closing balance", file.replace("CLBD", "CLAV"), { reason: "missing", found: "Bal CLBD" }],
    [
      "one cent too much",
      camtFile(made([{ cents: 4_500 }], { closing: 104_501 })),
      { reason: "does_not_add_up", found: "1000.00 + 45.00 is not 1045.01", line: 4 },
    ],
    ["an encoding that nobody knows", file.replace("UTF-8", "EBCDIC-X"), { reason: "unknown_encoding", found: "EBCDIC-X" }],
  ];
  test.each(wrong)("%s", async (_, text, refusal) => {
    expect(await refusalOf(text)).toMatchObject(refusal);
  });

  test("bytes that are invalid in its encoding", async () => {
    expect(await refusalOf(Buffer.from(file.replace("Ada", "Zoë"), "latin1"))).toMatchObject({ reason: "not_in_its_encoding" });
  });
});

test("each of 3,000 mutated files is either refused or adds up", { timeout: 120_000 }, async () => {
  const files = styles.map((style) =>
    camtFile(
      made([
        { cents: 4_500, reference: "RF78100000042", text: "x" },
        { cents: -700, isReversal: true },
        { cents: 300, batch: [{ cents: 100 }, { cents: 200 }] },
      ]),
      style,
    ),
  );
  const outcomes = { read: 0, refused: 0 };
  // From one changed digit, which may leave the file valid, to a destroyed structure.
  const change = fc.record({
    at: fc.nat(),
    length: fc.oneof(fc.constantFrom(0, 1), fc.nat(40)),
    by: fc.oneof(
      fc.stringMatching(/^[0-9A-Z]$/),
      fc.string({ maxLength: 12 }),
      fc.constantFrom("<", "&", "]]>", "<![CDATA[", "</Ntry>", "<Ntry>", "-", "9e9", "\u0000"),
    ),
  });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...files), fc.array(change, { minLength: 1, maxLength: 3 }), async (file, changes) => {
      const mutated = changes.reduce((text, { at, length, by }) => {
        const start = at % text.length;
        return text.slice(0, start) + by + text.slice(start + length);
      }, file);
      try {
        for (const statement of await checkStatement(inPieces(mutated))) {
          const { openingCents, closingCents, creditedCents, debitedCents, forwardCents = 0 } = statement;
          if (openingCents === null || closingCents === null) continue;
          expect(openingCents + creditedCents - debitedCents - forwardCents).toBe(closingCents);
        }
        outcomes.read += 1;
      } catch (error) {
        if (!(error instanceof StatementRefusal)) throw error;
        outcomes.refused += 1;
      }
    }),
    { numRuns: 3_000 },
  );
  expect(outcomes.refused).toBeGreaterThan(1_000);
  expect(outcomes.read).toBeGreaterThan(50);
});
