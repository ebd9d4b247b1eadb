import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mt940File, mt940Styles } from "@/server/testing/mt940-files";
import { camtFile, inPieces, type MadeEntry } from "@/server/testing/statement-files";
import { checkStatement } from "../check-statement";
import { readStatementFile } from "../read-statement-file";
import { type StatementPart, StatementRefusal } from "../statement";

const IBAN = "NL91ABNA0417164300";
const entries: MadeEntry[] = [
  { cents: 4_500, reference: "RF78100000042", endToEndId: "E-1", name: "Zoe van den Berg", bankReference: "B1" },
  { cents: -1_250, on: "2026-11-23", text: "Rent of the boathouse for November, as agreed", name: "Landlord" },
  { cents: -4_500, isReversal: true, bankReference: "B3" },
];
const made = (more = {}) => ({ iban: IBAN, entries, ...more });

async function partsOf(file: string | Uint8Array, bytes?: number): Promise<StatementPart[]> {
  const parts: StatementPart[] = [];
  for await (const part of readStatementFile(inPieces(file, bytes))) parts.push(part);
  return parts;
}

const entriesOf = async (file: string | Uint8Array) => (await partsOf(file)).flatMap((part) => (part.kind === "entry" ? [part.entry] : []));

const withAllFacts = mt940Styles.filter((style) => style !== "sns" && style !== "triodos");

describe.each(withAllFacts)("in the style %s", (style) => {
  test("account, balances and entries are read correctly", async () => {
    const parts = await partsOf(mt940File(made(), style));
    expect(parts[0]).toMatchObject({
      kind: "statement",
      head: {
        id: "7/1",
        account: IBAN,
        currency: "EUR",
        openingCents: 100_000,
        openingOn: "2026-11-24",
      },
    });
    expect(parts.at(-1)).toEqual({ kind: "end", end: { entries: 3, closingCents: 98_750, closingOn: "2026-11-25" } });
    const [came, went, back] = await entriesOf(mt940File(made(), style));
    expect(came).toMatchObject({
      amountCents: 4_500,
      bookedOn: "2026-11-25",
      bankReference: "B1",
      isReversal: false,
      transactions: [{ endToEndId: "E-1" }],
    });
    const [payment] = came?.transactions ?? [];
    expect([payment?.text, ...(payment?.references ?? [])].join(" ")).toContain("RF78100000042");
    expect(went).toMatchObject({ amountCents: -1_250, valueOn: "2026-11-23" });
    // The plain dialect does not mark the payer.
    if (style !== "plain") {
      expect(payment).toMatchObject({ name: "Zoe van den Berg", iban: expect.stringMatching(/^NL02TEST|^NL09INGB/) });
      expect(went?.transactions[0]).toMatchObject({
        text: expect.stringContaining("Rent of the boathouse for November, as agreed"),
        name: "Landlord",
        endToEndId: "",
      });
    }
    expect(back).toMatchObject({ amountCents: -4_500, isReversal: true });
  });

  test("with the file split at any byte", async () => {
    const file = mt940File(made(), style);
    for (const bytes of [1, 3, 64, 65]) expect(await partsOf(file, bytes)).toEqual(await partsOf(file));
  });
});

test("letters are read as UTF-8, otherwise as Windows-1252", async () => {
  const file = mt940File(made({ entries: [{ cents: 100, name: "Zoë Müßig" }] }), "german");
  for (const encoding of ["utf8", "latin1"] as const) {
    const [entry] = await entriesOf(Buffer.from(file, encoding));
    expect(entry?.transactions[0]?.name).toBe("Zoë Müßig");
  }
});

test("several statements and pages in one file are read", async () => {
  const page = mt940File(made(), "plain").replace(":60F:", ":60M:").replace(":62F:", ":62M:");
  const file = page + mt940File({ iban: "DE02120300000000202051", opening: -500, entries: [] }, "plain");
  expect(await checkStatement(inPieces(file))).toMatchObject([
    { account: IBAN, entries: 3, creditedCents: 4_500, debitedCents: 5_750, reversals: 1 },
    { account: "DE02120300000000202051", openingCents: -500, closingCents: -500, entries: 0 },
  ]);
});

test("the booking day is in the year nearest to the value date", async () => {
  const file = mt940File(made({ entries: [{ cents: 100 }] }), "plain").replace(":61:2611251125", ":61:2612310102");
  expect(await entriesOf(file)).toMatchObject([{ valueOn: "2026-12-31", bookedOn: "2027-01-02" }]);
});

test("the account is the IBAN, also after a bank code; without an IBAN, the bank's own account number", async () => {
  for (const [written, read] of [
    [`TESTNL2A/${IBAN}`, IBAN],
    ["12030000/1020304050", "12030000/1020304050"],
  ] as const) {
    const [part] = await partsOf(mt940File(made(), "plain").replace(`:25:${IBAN}`, `:25:${written}`));
    expect(part).toMatchObject({ head: { account: read } });
  }
});

describe("a refusal names the line, the field and the reason", () => {
  const file = mt940File(made(), "plain");
  test.each<[string, string, Partial<StatementRefusal>]>([
    ["nothing", "", { reason: "not_a_statement" }],
    ["a letter", "Dear bank,\n", { reason: "not_a_statement", line: 1 }],
    ["a letter", "Dear treasurer,\nplease find attached\n", { reason: "not_a_statement", line: 1 }],
    ["an entry without a statement", file.replace(`:20:M1\r\n:25:${IBAN}\r\n`, ""), { reason: "missing", line: 1, element: ":20:" }],
    [
      "a second statement before the closing balance",
      file.replace(/:62F:.*\r\n/, "") + file,
      { reason: "missing", element: ":62F:", line: 13 },
    ],
    ["no account", file.replace(`:25:${IBAN}\r\n`, ""), { reason: "missing", element: ":25:", line: 3 }],
    ["no opening balance", file.replace(/:60F:.*\r\n/, ""), { reason: "missing", element: ":60F:" }],
    ["no closing balance", file.replace(/:62F:.*\r\n/, ""), { reason: "missing", element: ":62F:" }],
    [
      "one cent too much",
      mt940File(made({ closing: 98_751 }), "plain"),
      { reason: "does_not_add_up", element: ":62F:", found: "1000.00 + -12.50 is not 987.51" },
    ],
    ["an entry without a day", file.replace(":61:261125", ":61:today"), { reason: "malformed", element: ":61:", line: 5 }],
    [
      "a day that does not exist",
      file.replace(":61:2611251125", ":61:2604311125"),
      { reason: "not_a_date", element: ":61:", found: "260431" },
    ],
    [
      "a day far in the future",
      file.replace(":61:2611251125", ":61:9911251125"),
      { reason: "not_a_date", element: ":61:", found: "991125" },
    ],
    ["a balance far in the future", file.replace(":62F:C2611", ":62F:C9911"), { reason: "not_a_date", element: ":62F:", found: "991125" }],
    ["thousandths", file.replace("C45,00N", "C45,001N"), { reason: "not_an_amount", element: ":61:" }],
    ["a balance without currency", file.replace(":60F:C261124EUR", ":60F:C261124"), { reason: "not_an_amount", element: ":60F:" }],
    ["another currency at the end", file.replace(/(:62F:C261125)EUR/, "$1USD"), { reason: "other_currency", found: "USD" }],
    ["a line without an end", `:20:${"x".repeat(5_000)}`, { reason: "too_long", line: 1 }],
    ["a field without an end", `:20:M1\n:25:${IBAN}\n:86:${"text\n".repeat(2_000)}`, { reason: "too_long", element: ":86:" }],
  ])("%s", async (_, text, refusal) => {
    await expect(partsOf(text)).rejects.toMatchObject(refusal);
  });
});

test("camt and MT940 files about the same money yield the same entries", async () => {
  const same = [{ cents: 4_500, reference: "RF78100000042", endToEndId: "E-1" }, { cents: -300 }];
  const [inXml, inFields] = await Promise.all([
    checkStatement(inPieces(camtFile([{ iban: IBAN, entries: same }]))),
    checkStatement(inPieces(mt940File({ iban: IBAN, entries: same }, "ing"))),
  ]);
  const sums = ({ account, openingCents, closingCents, creditedCents, debitedCents, withReference }: (typeof inXml)[number]) => [
    account,
    openingCents,
    closingCents,
    creditedCents,
    debitedCents,
    withReference,
  ];
  expect(inXml.map(sums)).toEqual(inFields.map(sums));
});

test("each of 3,000 mutated files is either refused or adds up", { timeout: 120_000 }, async () => {
  const files = mt940Styles.map((style) => mt940File(made(), style));
  const change = fc.record({
    at: fc.nat(),
    length: fc.oneof(fc.constantFrom(0, 1), fc.nat(30)),
    by: fc.oneof(
      fc.stringMatching(/^[0-9A-Z]$/),
      fc.string({ maxLength: 12 }),
      fc.constantFrom("\n", "\r\n:61:", "-\r\n", "/", "?", ":86:", "{4:", "\u0000"),
    ),
  });
  const outcomes = { read: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...files), fc.array(change, { minLength: 1, maxLength: 3 }), async (file, changes) => {
      const mutated = changes.reduce((text, { at, length, by }) => {
        const start = at % text.length;
        return text.slice(0, start) + by + text.slice(start + length);
      }, file);
      try {
        for (const { openingCents, closingCents, creditedCents, debitedCents } of await checkStatement(inPieces(mutated)))
          expect((openingCents ?? 0) + creditedCents - debitedCents).toBe(closingCents);
        outcomes.read += 1;
      } catch (error) {
        if (!(error instanceof StatementRefusal)) throw error;
        outcomes.refused += 1;
      }
    }),
    { numRuns: 3_000 },
  );
  expect(outcomes.refused).toBeGreaterThan(300);
  expect(outcomes.read).toBeGreaterThan(300);
});
