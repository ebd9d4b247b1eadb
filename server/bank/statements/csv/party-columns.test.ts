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
