import { expect, test } from "vitest";
import { guessedLayoutOf } from "@/server/testing/csv-files";
import { mt940File } from "@/server/testing/mt940-files";
import { camtFile, inPieces, type MadeEntry, styles } from "@/server/testing/statement-files";
import { entryKey } from "./entry-key";
import { paymentsIn } from "./payments-in-entry";
import { readStatementFile } from "./read-statement-file";
import type { StatementEntry } from "./statement";

const IDENTIFIER = "AT61ZZZ01234567890";
const iban = "NL91ABNA0417164300";
const camt = (entry: MadeEntry, style?: (typeof styles)[number]) => camtFile([{ iban, entries: [entry] }], style);
const mt940 = (narrative: string) =>
  `:20:M1\n:25:${iban}\n:28C:1\n:60F:C261124EUR0,00\n:61:2611251125C45,00NTRFNONREF\n:86:${narrative}\n:62F:C261125EUR45,00\n`;

async function entryIn(file: string): Promise<StatementEntry> {
  const layouts = async () => (await guessedLayoutOf(file)).layout;
  for await (const part of readStatementFile(inPieces(file), { layouts })) if (part.kind === "entry") return part.entry;
  throw new Error("No entry");
}

const namedIn = async (file: string) => paymentsIn(await entryIn(file)).map(({ creditorIdentifiers }) => creditorIdentifiers);

test.each(styles)("an entry keeps the key that it had before creditor identifiers were read: camt %s", async (style) => {
  const named = await entryIn(camt({ cents: 4_500, creditorIdentifier: IDENTIFIER }, style));
  expect(named.transactions[0]?.creditorIdentifiers).toEqual([IDENTIFIER]);
  expect(entryKey(named)).toEqual(entryKey(await entryIn(camt({ cents: 4_500 }, style))));
});

test("an entry keeps the key that it had before creditor identifiers were read: MT940", async () => {
  const of = (creditor: string) => entryIn(mt940(`166?00GUTSCHRIFT?20EREF+7${creditor}SVWZ+Thanks?31NL02TEST0123456789?32Ada`));
  const named = await of(`CRED+${IDENTIFIER}`);
  expect(named.transactions[0]?.creditorIdentifiers).toEqual([IDENTIFIER]);
  expect(entryKey(named)).toEqual(entryKey(await of("")));
});

test("another number of the creditor is no creditor identifier, and the payer's own is not the creditor's", async () => {
  const file = camt({ cents: 4_500, creditorIdentifier: IDENTIFIER });
  expect(await namedIn(file.replace(IDENTIFIER, "123456789").replace(/<SchmeNm>.*<.SchmeNm>/, ""))).toEqual([[]]);
  expect(await namedIn(file.replaceAll("Cdtr>", "Dbtr>"))).toEqual([[]]);
});

test("of a returned debit whose parties the bank turned, the debtor's identifier is the creditor's", async () => {
  const file = camt({ cents: -4_500, isReversal: true, creditorIdentifier: IDENTIFIER });
  expect(await namedIn(file.replaceAll("Cdtr>", "Dbtr>"))).toEqual([[IDENTIFIER]]);
});

test("a marked identifier with wrong check digits counts: it is not ours either", async () => {
  expect(await namedIn(camt({ cents: 4_500, creditorIdentifier: "AT61ZZZ01234567891" }))).toEqual([["AT61ZZZ01234567891"]]);
});

test.each([
  "166?00LASTSCHRIFT?20EREF+NOTPROVIDEDCRED+AT61ZZ?21Z01234567890SVWZ+Thanks?32Ada",
  "166?00LASTSCHRIFT?20EREF+7CRED+AT61ZZZ0123456?217890?22SVWZ+Thanks?32Ada",
  "166?00LASTSCHRIFT?20CRED+AT61ZZZ01234567890?21Thanks?32Ada",
  "/TRTP/SEPA INCASSO ALGEMEEN/CSID/AT61ZZZ01234567890/NAME/Ada/MARF/7/REMI/Thanks",
  "/TRTP/SEPA INCASSO ALGEMEEN DOORLOPEND/MARF/MANDATE-777/CSID/AT61ZZZ0\n1234567890/NAME/Ada/REMI/Thanks",
  "SEPA INCASSO ALGEMEEN DOORLOPEND\nINCASSANT: AT61ZZZ01234567890\nNAAM: ADA",
])("an identifier that the bank divided is read as one: %j", async (narrative) => {
  expect(await namedIn(mt940(narrative))).toEqual([[IDENTIFIER]]);
});

test("every payment of a batch whose row names a creditor names it, and so does a batch whose payments are unknown", async () => {
  const rows = [
    "Datum;Avisierungstext;Gläubiger-ID;Gutschrift;Belastung;Einzelbetrag",
    `25.11.2026;Collective credit;${IDENTIFIER};70.00;;`,
    ";Ada Brandsma;;;;30.00",
    ";Bo Vermeer;;;;40.00",
  ];
  expect(await namedIn(rows.join("\n"))).toEqual([[IDENTIFIER], [IDENTIFIER]]);
  const batch = camt({ cents: 7_000, batch: [{ cents: 3_000 }, { cents: 4_000 }], creditorIdentifier: IDENTIFIER });
  expect(await namedIn(batch.replaceAll(/(<TxDtls>.*?)<Amt .*?<.Amt>/gs, "$1"))).toEqual([[IDENTIFIER]]);
});

test("files that name none are read as before", async () => {
  for (const file of [camt({ cents: 4_500 }), mt940File({ iban, entries: [{ cents: 4_500 }] })]) {
    expect((await entryIn(file)).transactions[0]).not.toHaveProperty("creditorIdentifiers");
  }
});
