import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { leavesOf } from "@/server/testing/xml-leaves";
import { batchIdOf } from "./batch-id";
import { type DebitFileContents, type PainDebit, writeDebits } from "./pain-008";

const MESSAGE = `a${"0123456789".repeat(3)}abcd`;
const IBAN = "DE02120300000000202051";
const SWISS = "CH9300762011623852957";

const creditor: DebitFileContents["creditor"] = {
  name: "Nordlicht Bühne",
  iban: IBAN,
  bic: null,
  identifier: "DE98ZZZ09999999999",
  address: null,
};

const debit: PainDebit = {
  endToEndId: "e1",
  collectOn: "2026-12-14",
  scheme: "CORE",
  sequenceType: "RCUR",
  amountCents: 4_505,
  mandateReference: "NB-0417",
  signedOn: "2026-06-01",
  holder: "Ada Brandsma",
  iban: IBAN,
  address: null,
  text: "2026-104 Jonas Brandsma",
};

function written(contents: Partial<DebitFileContents> = {}): string {
  return writeDebits({
    ...{ messageId: MESSAGE, createdAt: new Date("2026-12-01T09:00:00Z"), isBatchBooked: true, creditor, debits: [debit] },
    ...contents,
  });
}

const BATCH = "123456789abcd-20261214-CRCUR";

test("a file states creditor, mandate, day, amount and text", () => {
  expect(written()).toBe(
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.008.001.08"><CstmrDrctDbtInitn>',
      `<GrpHdr><MsgId>${MESSAGE}</MsgId><CreDtTm>2026-12-01T09:00:00</CreDtTm><NbOfTxs>1</NbOfTxs><CtrlSum>45.05</CtrlSum><InitgPty><Nm>Nordlicht Buehne</Nm></InitgPty></GrpHdr>`,
      `<PmtInf><PmtInfId>${batchIdOf(MESSAGE, debit)}</PmtInfId>`,
      "<PmtMtd>DD</PmtMtd>",
      "<BtchBookg>true</BtchBookg>",
      "<NbOfTxs>1</NbOfTxs>",
      "<CtrlSum>45.05</CtrlSum>",
      "<PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl><LclInstrm><Cd>CORE</Cd></LclInstrm><SeqTp>RCUR</SeqTp></PmtTpInf>",
      "<ReqdColltnDt>2026-12-14</ReqdColltnDt>",
      "<Cdtr><Nm>Nordlicht Buehne</Nm></Cdtr>",
      `<CdtrAcct><Id><IBAN>${IBAN}</IBAN></Id><Ccy>EUR</Ccy></CdtrAcct>`,
      "<CdtrAgt><FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId></CdtrAgt>",
      "<ChrgBr>SLEV</ChrgBr>",
      "<CdtrSchmeId><Id><PrvtId><Othr><Id>DE98ZZZ09999999999</Id><SchmeNm><Prtry>SEPA</Prtry></SchmeNm></Othr></PrvtId></Id></CdtrSchmeId>",
      `<DrctDbtTxInf><PmtId><EndToEndId>e1</EndToEndId></PmtId><InstdAmt Ccy="EUR">45.05</InstdAmt><DrctDbtTx><MndtRltdInf><MndtId>NB-0417</MndtId><DtOfSgntr>2026-06-01</DtOfSgntr></MndtRltdInf></DrctDbtTx><DbtrAgt><FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId></DbtrAgt><Dbtr><Nm>Ada Brandsma</Nm></Dbtr><DbtrAcct><Id><IBAN>${IBAN}</IBAN></Id></DbtrAcct><RmtInf><Ustrd>2026-104 Jonas Brandsma</Ustrd></RmtInf></DrctDbtTxInf></PmtInf>`,
      "</CstmrDrctDbtInitn></Document>\n",
    ].join("\n"),
  );
});

describe("postal addresses", () => {
  const address = { street: "Rue du Pré", houseNumber: "4", zipcode: "1204", city: "Genève", countryCode: "CH" };
  const structured =
    "<PstlAdr><StrtNm>Rue du Pre</StrtNm><BldgNb>4</BldgNb><PstCd>1204</PstCd><TwnNm>Geneve</TwnNm><Ctry>CH</Ctry></PstlAdr>";

  test.each([
    ["in Switzerland", SWISS, structured],
    ["in the United Kingdom", "GB29NWBK60161331926819", structured],
    ["in the EEA", IBAN, ""],
  ])("a debtor's is written, by its parts, if the account is %s: %#", (_where, iban, expected) => {
    expect(written({ debits: [{ ...debit, iban, address }] })).toContain(`<Dbtr><Nm>Ada Brandsma</Nm>${expected}</Dbtr>`);
  });

  test("the BIC of the debtor's bank is written if the account is outside the EEA", () => {
    const bank = (iban: string) => /<DbtrAgt>.*<\/DbtrAgt>/.exec(written({ debits: [{ ...debit, iban, bic: "TESTZZ22", address }] }))?.[0];
    expect(bank(SWISS)).toBe("<DbtrAgt><FinInstnId><BICFI>TESTZZ22</BICFI></FinInstnId></DbtrAgt>");
    expect(bank(IBAN)).toBe("<DbtrAgt><FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId></DbtrAgt>");
  });

  test("the creditor's is written if the account asks for it", () => {
    expect(written({ creditor: { ...creditor, bic: "BYLADEM1001", address } })).toContain(
      `<Cdtr><Nm>Nordlicht Buehne</Nm>${structured}</Cdtr>`,
    );
  });

  test("of an unknown street or house number is written without them, and one without a city is not written", () => {
    const of = (parts: object) => written({ creditor: { ...creditor, address: { ...address, ...parts } } });
    expect(of({ street: " ", houseNumber: null })).toContain("<PstlAdr><PstCd>1204</PstCd><TwnNm>Geneve</TwnNm><Ctry>CH</Ctry></PstlAdr>");
    for (const parts of [{ city: null }, { city: " " }, { countryCode: "" }]) expect(of(parts)).not.toContain("PstlAdr");
  });
});

test("a batch's id is as long as banks accept, and tells day, scheme, sequence type and file apart", () => {
  const ids = [MESSAGE, MESSAGE.replaceAll("4", "5")].flatMap((messageId) =>
    (["2026-12-14", "2026-12-15"] as const).flatMap((collectOn) =>
      (["CORE", "B2B"] as const).flatMap((scheme) =>
        (["FRST", "RCUR", "OOFF", "FNAL"] as const).map((sequenceType) => batchIdOf(messageId, { collectOn, scheme, sequenceType })),
      ),
    ),
  );
  expect(new Set(ids).size).toBe(32);
  for (const id of ids) expect(id).toMatch(/^[0-9a-zA-Z-]{35}$/);
  expect(ids[1]).toMatch(new RegExp(`${BATCH}$`));
});

/** Elements of a batch in the order of pain.008.001.08. */
const ORDER = [
  "PmtInfId",
  "PmtMtd",
  "BtchBookg",
  "NbOfTxs",
  "CtrlSum",
  "PmtTpInf/SvcLvl/Cd",
  "PmtTpInf/LclInstrm/Cd",
  "PmtTpInf/SeqTp",
  "ReqdColltnDt",
  "Cdtr/Nm",
  "CdtrAcct/Id/IBAN",
  "CdtrAcct/Ccy",
  "CdtrAgt/FinInstnId/Othr/Id",
  "ChrgBr",
  "CdtrSchmeId/Id/PrvtId/Othr/Id",
  "CdtrSchmeId/Id/PrvtId/Othr/SchmeNm/Prtry",
  "DrctDbtTxInf/PmtId/EndToEndId",
  "DrctDbtTxInf/InstdAmt",
  "DrctDbtTxInf/DrctDbtTx/MndtRltdInf/MndtId",
  "DrctDbtTxInf/DrctDbtTx/MndtRltdInf/DtOfSgntr",
  "DrctDbtTxInf/DbtrAgt/FinInstnId/Othr/Id",
  "DrctDbtTxInf/Dbtr/Nm",
  "DrctDbtTxInf/DbtrAcct/Id/IBAN",
  "DrctDbtTxInf/RmtInf/Ustrd",
];

test("for any names, texts and batches, the file is XML in the standard's order, uses letters that banks accept, and adds up", () => {
  const debits = fc.uniqueArray(
    fc.record({
      ...{ endToEndId: fc.stringMatching(/^[0-9a-f]{35}$/), amountCents: fc.integer({ min: 1, max: 99_999_999_999 }) },
      ...{ collectOn: fc.constantFrom("2026-12-14", "2027-01-04"), scheme: fc.constantFrom("CORE" as const, "B2B" as const) },
      ...{ sequenceType: fc.constantFrom("FRST" as const, "RCUR" as const, "OOFF" as const, "FNAL" as const) },
      ...{ mandateReference: fc.stringMatching(/^[A-Za-z0-9+?/:().,' -]{1,35}$/), signedOn: fc.constant("2024-02-29") },
      ...{ holder: fc.string({ unit: "binary", maxLength: 200 }), text: fc.string({ unit: "grapheme", maxLength: 400 }) },
      ...{ iban: fc.constant(IBAN), address: fc.constant(null) },
    }),
    { selector: ({ endToEndId }) => endToEndId, minLength: 1, maxLength: 6 },
  );
  fc.assert(
    fc.property(debits, fc.string({ unit: "grapheme" }), (given, name) => {
      const leaves = leavesOf(written({ creditor: { ...creditor, name }, debits: given }));
      for (const [, text] of leaves) expect(text).toMatch(/^[A-Za-z0-9/?:().,'+ -]{1,140}$/);
      const head = valuesIn(leaves.filter(([path]) => path.startsWith("GrpHdr/")).map(([path, text]) => [path.slice(7), text]));
      expect(head).toMatchObject({ NbOfTxs: [String(given.length)], CtrlSum: [sumOf(given)] });
      const batches = batchesIn(leaves);
      const days = batches.flatMap((batch) => valuesIn(batch).ReqdColltnDt ?? []);
      expect(days).toEqual(days.toSorted());
      const ids = batches.flatMap((batch) => valuesIn(batch).PmtInfId ?? []);
      expect(new Set(ids).size).toBe(ids.length);
      const found = batches.flatMap((batch) => {
        expect([...new Set(batch.map(([path]) => path))]).toEqual(ORDER);
        const said = valuesIn(batch);
        const of = given.filter((each) => batchIdOf(MESSAGE, each) === said.PmtInfId?.[0]);
        expect(said).toMatchObject({ NbOfTxs: [String(of.length)], CtrlSum: [sumOf(of)], ReqdColltnDt: [of[0]?.collectOn] });
        expect([said["PmtTpInf/LclInstrm/Cd"], said["PmtTpInf/SeqTp"]]).toEqual([[of[0]?.scheme], [of[0]?.sequenceType]]);
        expect(said["DrctDbtTxInf/InstdAmt"]).toEqual(of.map((each) => sumOf([each])));
        return said["DrctDbtTxInf/PmtId/EndToEndId"] ?? [];
      });
      expect(found.toSorted()).toEqual(given.map(({ endToEndId }) => endToEndId).toSorted());
    }),
  );
});

/** Returns the leaves of each batch, without the part of the path that all have. */
function batchesIn(leaves: [string, string][]): [string, string][][] {
  const batches: [string, string][][] = [];
  for (const [path, text] of leaves) {
    if (path === "PmtInf/PmtInfId") batches.push([]);
    if (path.startsWith("PmtInf/")) batches.at(-1)?.push([path.slice("PmtInf/".length), text]);
  }
  return batches;
}

function valuesIn(leaves: [string, string][]): Record<string, string[]> {
  const values: Record<string, string[]> = {};
  for (const [path, text] of leaves) values[path] = [...(values[path] ?? []), text];
  return values;
}

/** Adds amounts exactly and independently of the writer. */
function sumOf(debits: readonly PainDebit[]): string {
  const digits = String(debits.reduce((sum, { amountCents }) => sum + BigInt(amountCents), 0n)).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

describe("an amended mandate", () => {
  const mandateIn = (originalIban: string | null) =>
    /<MndtRltdInf>.*<\/MndtRltdInf>/.exec(written({ debits: [{ ...debit, originalIban }] }))?.[0];
  const signed = "<MndtId>NB-0417</MndtId><DtOfSgntr>2026-06-01</DtOfSgntr>";
  const amended = (account: string) =>
    `<MndtRltdInf>${signed}<AmdmntInd>true</AmdmntInd><AmdmntInfDtls><OrgnlDbtrAcct><Id>${account}</Id></OrgnlDbtrAcct></AmdmntInfDtls></MndtRltdInf>`;

  test("names the former account at the same bank, and the code for a new account at another", () => {
    expect(mandateIn("DE45120300001234567890")).toBe(amended("<IBAN>DE45120300001234567890</IBAN>"));
    for (const other of ["DE89370400440532013000", "NL91ABNA0417164300"])
      expect(mandateIn(other)).toBe(amended("<Othr><Id>SMNDA</Id></Othr>"));
  });

  test("names the former creditor by what of it has changed, before the account", () => {
    const identified = (identifier: string) =>
      `<Id><PrvtId><Othr><Id>${identifier}</Id><SchmeNm><Prtry>SEPA</Prtry></SchmeNm></Othr></PrvtId></Id>`;
    const told = (originalCreditor: PainDebit["originalCreditor"], originalIban: string | null = null) =>
      /<AmdmntInfDtls>.*<\/AmdmntInfDtls>/.exec(written({ debits: [{ ...debit, originalIban, originalCreditor }] }))?.[0];
    const former = "NL79ZZZ999999990000";
    expect(told({ identifier: former, name: "Süd & Co" })).toBe(
      `<AmdmntInfDtls><OrgnlCdtrSchmeId><Nm>Sued + Co</Nm>${identified(former)}</OrgnlCdtrSchmeId></AmdmntInfDtls>`,
    );
    expect(told({ identifier: former, name: null }, "DE45120300001234567890")).toBe(
      `<AmdmntInfDtls><OrgnlCdtrSchmeId>${identified(former)}</OrgnlCdtrSchmeId><OrgnlDbtrAcct><Id><IBAN>DE45120300001234567890</IBAN></Id></OrgnlDbtrAcct></AmdmntInfDtls>`,
    );
    expect(told({ identifier: null, name: null })).toBeUndefined();
  });

  test("is not told of without one", () => expect(mandateIn(null)).toBe(`<MndtRltdInf>${signed}</MndtRltdInf>`));
});
