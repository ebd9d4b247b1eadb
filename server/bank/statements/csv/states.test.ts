import { expect, test } from "vitest";
import { checkStatement } from "@/server/bank/statements/check-statement";
import { StatementRefusal } from "@/server/bank/statements/statement";
import type { CsvLayout } from "@/server/domain/banking/csv-layout";
import { guessedLayoutOf } from "@/server/testing/csv-files";
import { inPieces } from "@/server/testing/statement-files";
import { saysRefused, stateIn } from "./row-words";

const read = (file: string, layout: CsvLayout) => checkStatement(inPieces(file), { layouts: async () => layout });

test.each([
  ["Contabilizzato", "booked"],
  ["NON CONTABILIZZATO", "left_out"],
  ["Autorizzato", "left_out"],
  ["Non autorizzato", "left_out"],
  ["Prenotato", "left_out"],
  ["In elaborazione", "left_out"],
  ["Umsatz vorgemerkt", "left_out"],
  ["Reserviert", "left_out"],
  ["En cours", "left_out"],
  ["Comptabilisée", "booked"],
  ["Gepland", "left_out"],
  ["Verwerkt", "booked"],
])("a bank's word is read: %s", (word, state) => {
  expect(stateIn(word)).toBe(state);
});

test("a person's word about a bank's word counts before what the service knows, in any letter case", () => {
  const said = [
    { word: "Quux", state: "booked" },
    { word: "Autorizzato", state: "booked" },
    { word: "Zorp", state: "refused" },
    { word: "Blip", state: "announced" },
  ] as const;
  expect(["QUUX", " autorizzato ", "zorp", "blip"].map((word) => stateIn(word, said))).toEqual([
    "booked",
    "booked",
    "left_out",
    "left_out",
  ]);
  expect(["zorp", "blip"].map((word) => saysRefused(word, said))).toEqual([true, false]);
});

/** An Italian bank's table with balances above it, in which the closing one leaves the announced row out. */
const file = (announced: string) => `Conto Corrente: 1234567;;;;;;
Saldo Iniziale: 1.000,00;;;;;;
Saldo Finale: 1.032,50;;;;;;
Data_Operazione;Data_Valuta;Entrate;Uscite;Descrizione;Descrizione_Completa;Stato
30/11/2026;30/11/2026;;-10,00;Canone Mensile Conto;Canone mensile;Contabilizzato
28/11/2026;30/11/2026;;-27,80;VISA DEBIT;NEGOZIO VERONA;${announced}
27/11/2026;27/11/2026;42,5;;SEPA Credit Transfer;Ord: CHIARA ESEMPIO Ben: CORO;Contabilizzato
`;

test("announced rows are left out of an Italian file, and so of its closing balance", async () => {
  const { layout } = await guessedLayoutOf(file("Autorizzato"));
  expect(layout.roles).toContain("state");
  const [statement] = await read(file("Autorizzato"), layout);
  expect(statement).toMatchObject({ entries: 2, leftOut: { count: 1, samples: [{ text: expect.stringContaining("VISA DEBIT") }] } });
});

test("an unknown word is asked, with all others of the file, and read as a person says", async () => {
  const { layout } = await guessedLayoutOf(file("Autorizzato"));
  const refusal = await read(file("Blip"), layout).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(StatementRefusal);
  expect(refusal).toMatchObject({ reason: "not_known", found: "Blip", question: { unknownStates: ["Blip"] } });
  const [statement] = await read(file("Blip"), { ...layout, states: [{ word: "Blip", state: "announced" }] });
  expect(statement).toMatchObject({ entries: 2, leftOut: { count: 1 } });
});

test.each([
  ["Contabilizzazione", "NON CONTABILIZZATO", "CONTABILIZZATO"],
  ["Fase", "In corso", "Eseguito"],
])("a column named %s is the state of entries if it contains states", async (name, announced, booked) => {
  const rows = [
    `Data;Operazione;Dettagli;${name};Importo`,
    `30/11/2026;Canone;CANONE MENSILE;${booked};-8,00`,
    `30/11/2026;Pagamento;PAGAMENTO POS;${announced};-27,80`,
    `27/11/2026;Bonifico;FATTURA 100;${booked};42,50`,
  ];
  const { layout } = await guessedLayoutOf(rows.join("\n"));
  expect(layout.roles[3]).toBe("state");
  expect(await read(rows.join("\n"), layout)).toMatchObject([{ entries: 2, leftOut: { count: 1 } }]);
});
