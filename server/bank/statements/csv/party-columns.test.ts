import { expect, test } from "vitest";
import { readStatementFile } from "@/server/bank/statements/read-statement-file";
import { guessedLayoutOf } from "@/server/testing/csv-files";
import { inPieces } from "@/server/testing/statement-files";

const OWN = "DE02120300000000202051";
const ANNA = "DE89370400440532013000";
const ENERGY = "NL02ABNA0123456789";

/** Reads the names and IBANs of a file's other parties. */
async function partiesIn(...lines: string[]): Promise<[name: string, iban: string][]> {
  const file = `${lines.join("\n")}\n`;
  const { layout } = await guessedLayoutOf(file);
  const parties: [string, string][] = [];
  for await (const part of readStatementFile(inPieces(file), { layouts: async () => layout }))
    if (part.kind === "entry") parties.push(...part.entry.transactions.map(({ name, iban }): [string, string] => [name, iban]));
  return parties;
}

test("the statement's own account is not the payer's, though its column is called after the payer", async () => {
  const parties = await partiesIn(
    "IBAN Auftraggeber;Buchungstag;Name Empfänger;IBAN Empfänger;Verwendungszweck;Betrag",
    `${OWN};03.11.2026;Anna Beispiel;${ANNA};RF318800033;45,50`,
    `${OWN};05.11.2026;Energie AG;${ENERGY};Strom;-20,00`,
  );
  expect(parties).toEqual([
    ["Anna Beispiel", ANNA],
    ["Energie AG", ENERGY],
  ]);
});

test("the statement's own account in the other party's column is left out", async () => {
  const parties = await partiesIn(
    "Auftragskonto;Buchungstag;Verwendungszweck;Name;IBAN;Betrag",
    `${OWN};03.11.2026;Beitrag;Anna Beispiel;${ANNA};45,50`,
    `${OWN};05.11.2026;Zinsen;Bank;${OWN};-20,00`,
  );
  expect(parties.map(([, iban]) => iban)).toEqual([ANNA, ""]);
});

test("a direct debit that came back names its payer, though its direction is outgoing", async () => {
  const columns = "Buchungstag;Zahlungspflichtige*r;Zahlungsempfänger*in;Verwendungszweck;Umsatztyp;Betrag (€)";
  const parties = await partiesIn(
    columns,
    "03.11.2026;Anna Beispiel;Verein;RF318800033 Rueckgabe;Ausgang;-45,50",
    "05.11.2026;Verein;Energie AG;Strom;Ausgang;-20,00",
    "06.11.2026;Bo;Verein;Beitrag;Eingang;45,50",
  );
  expect(parties.map(([name]) => name)).toEqual(["Anna Beispiel", "Energie AG", "Bo"]);
});

test("for money that came back, both name and account are the other party's, however the bank orders them", async () => {
  const parties = await partiesIn(
    "Buchungstag;Auftraggeber;Empfänger;IBAN Auftraggeber;IBAN Empfänger;Buchungstext;Verwendungszweck;Betrag",
    `03.11.2026;Verein;Anna;${OWN};${ANNA};Retoure;RF318800033 Lastschrift;-45,50`,
    `05.11.2026;Anna;Verein;${ANNA};${OWN};Rückbelastung;RF318800033 Lastschrift;-45,50`,
    `06.11.2026;Bo;Verein;${ENERGY};${OWN};Gutschrift;Beitrag;45,50`,
  );
  expect(parties).toEqual([
    ["Anna", ANNA],
    ["Anna", ANNA],
    ["Bo", ENERGY],
  ]);
});

test.each<[string, string[], string[]]>([
  [
    "the owner, who is called the payer in all rows, is never the other party",
    ["Turnverein;Anna;Beitrag;45,50", "Turnverein;Energie AG;Strom;-20,00"],
    ["Anna", "Energie AG"],
  ],
  [
    "a payer in all rows is not taken for the owner, whose name is written in several ways",
    ["Anna;Verein;Beitrag;45,50", "Anna;Verein e.V.;Beitrag;45,50", "Verein;Anna;Rest;-20,00"],
    ["Anna Verein", "Anna Verein e.V.", "Verein Anna"],
  ],
  ["without a name in all rows, the direction decides", ["Anna;Verein;Beitrag;45,50", "TV;Energie;Strom;-20,00"], ["Anna", "Energie"]],
  [
    "a row without another party has no name",
    ["Anna;Verein;Beitrag;45,50", "Verein;Energie;Strom;-20,00", "Verein;;Zins;-1,00"],
    ["Anna", "Energie", ""],
  ],
])("%s", async (_, rows, names) => {
  const parties = await partiesIn("Buchungstag;Auftraggeber;Empfänger;Verwendungszweck;Betrag", ...rows.map((row) => `05.11.2026;${row}`));
  expect(parties.map(([name]) => name)).toEqual(names);
});
